// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// A token of the demo and of tests: plain ERC-20, of which one account makes new coins. Worth nothing anywhere.
contract DemoToken {
    string public name;
    string public symbol;
    uint8 public immutable decimals;
    address public immutable minter;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    error NotMinter();
    error BalanceTooLow();
    error AllowanceTooLow();

    constructor(string memory itsName, string memory itsSymbol, uint8 itsDecimals) {
        name = itsName;
        symbol = itsSymbol;
        decimals = itsDecimals;
        minter = msg.sender;
    }

    function mint(address to, uint256 value) external {
        if (msg.sender != minter) revert NotMinter();
        totalSupply += value;
        unchecked {
            balanceOf[to] += value;
        }
        emit Transfer(address(0), to, value);
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        uint256 allowed = allowance[from][msg.sender];
        if (allowed < value) revert AllowanceTooLow();
        allowance[from][msg.sender] = allowed - value;
        move(from, to, value);
        return true;
    }

    function move(address from, address to, uint256 value) internal virtual {
        uint256 held = balanceOf[from];
        if (held < value) revert BalanceTooLow();
        unchecked {
            balanceOf[from] = held - value;
            balanceOf[to] += value;
        }
        emit Transfer(from, to, value);
    }
}

/// Has 6 decimals, as stable coins do.
contract DemoDollar is DemoToken("Demo Dollar", "DUSD", 6) {}

/// Has 18 decimals, as most tokens do.
contract DemoCoin is DemoToken("Demo Coin", "DCOIN", 18) {}
