/** Commands about the accounts of one customer. */
import { fixed } from '../command-field.ts'
import { i64 } from '../field.ts'
import { id, word } from '../value.ts'

export const WALLET_COMMANDS = {
  transferBetweenAccounts: fixed('transferBetweenAccounts', {
    about: 'Moves coins from one account of the customer to another, at once and free. The outcome’s value is the id of the transfer.',
    code: 7,
    names: 'user',
    hasCaller: true,
    givenBy: ['customer'],
    reasons: [
      'badParameter',
      'contractNotOpened',
      'badNumber',
      'insufficientBalance',
      'accountDisabled',
      'accountFrozen',
      'inLiquidation',
      'engineFull',
    ],
    fields: {
      from: word('ACCOUNT_KINDS'),
      to: word('ACCOUNT_KINDS'),
      assetId: id('AssetId', '', 32),
      amount: i64('amount', '', { at: 40 }),
    },
  }),
} as const
