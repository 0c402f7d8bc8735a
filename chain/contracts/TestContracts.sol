// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import "./DemoToken.sol";

/// A token that keeps a hundredth of what is moved, and tells of the whole: only balances say what came.
contract FeeToken is DemoToken("Fee Token", "FEE", 18) {
    function move(address from, address to, uint256 value) internal override {
        super.move(from, to, value);
        unchecked {
            balanceOf[to] -= value / 100;
        }
        totalSupply -= value / 100;
    }
}

/// Pays many from one transaction, as other exchanges and smart wallets do: the receivers see calls inside it.
contract BatchPayer {
    error Failed();

    function pay(address payable[] calldata to, uint256[] calldata values) external payable {
        for (uint256 index = 0; index < to.length; ++index) {
            (bool ok, ) = to[index].call{value: values[index]}("");
            if (!ok) revert Failed();
        }
    }

    /// A call that pays, around which everything is undone, inside a transaction that succeeds.
    function payInVain(address payable to) external payable {
        try this.payThenFail{value: msg.value}(to) {} catch {}
    }

    function payThenFail(address payable to) external payable {
        to.call{value: msg.value}("");
        revert Failed();
    }

    /// Tokens that this contract holds, several times in one transaction.
    function payTokens(DemoToken token, address[] calldata to, uint256[] calldata values) external {
        for (uint256 index = 0; index < to.length; ++index) token.transfer(to[index], values[index]);
    }

    /// For a transaction that fails after it paid.
    function payTokenThenFail(DemoToken token, address to, uint256 value) external {
        token.transfer(to, value);
        revert Failed();
    }
}
