/** Events of perpetual contracts. */
import { json, jsonAmount, jsonId, text } from './command-field.ts'
import { PAIR_TERMS } from './commands/house.ts'
import { CONTRACT_TERMS } from './commands/perp.ts'
import {
  CONTRACT_FILL_RECORD,
  CONTRACT_SETTINGS_RECORD,
  FUNDING_RECORD,
  INSURANCE_RECORD,
  LIQUIDATION_RECORD,
  MARGIN_WARNING_RECORD,
  MARK_RECORD,
  POSITION_RECORD,
} from './perp-records.ts'

export const PERP_EVENTS = {
  contractFilled: { form: 'record', record: CONTRACT_FILL_RECORD, about: 'One side of a trade of a contract.', audience: ['user'] },
  positionChanged: { form: 'record', record: POSITION_RECORD, about: 'Something happened to a position.', audience: ['user'] },
  fundingSettled: { form: 'record', record: FUNDING_RECORD, about: 'Funding of a contract was settled.', audience: ['public'] },
  markChanged: { form: 'record', record: MARK_RECORD, about: 'A contract has another mark, or other parts of it.', audience: ['public'] },
  liquidated: {
    form: 'record',
    record: LIQUIDATION_RECORD,
    about: 'A position was liquidated, or deleveraged.',
    audience: ['user', 'operator'],
  },
  insuranceChanged: { form: 'record', record: INSURANCE_RECORD, about: 'The insurance fund of a coin changed.', audience: ['public'] },
  marginWarned: { form: 'record', record: MARGIN_WARNING_RECORD, about: 'A customer came near to liquidation.', audience: ['user'] },
  contractSettingsChanged: {
    form: 'record',
    record: CONTRACT_SETTINGS_RECORD,
    about: 'A contract account was opened, or its owner set something.',
    audience: ['user'],
  },
  contractDefined: {
    form: 'document',
    about: 'A new contract.',
    audience: ['public'],
    fields: { instrumentId: jsonId('InstrumentId'), terms: PAIR_TERMS, contract: CONTRACT_TERMS, actor: text(), why: text() },
  },
  contractChanged: {
    form: 'document',
    about: 'A contract has other terms.',
    audience: ['public'],
    fields: { instrumentId: jsonId('InstrumentId'), terms: PAIR_TERMS, contract: CONTRACT_TERMS, actor: text(), why: text() },
  },
  contractSettled: {
    form: 'document',
    about: 'A contract is settled at its last index: orders end and positions are closed from here on.',
    audience: ['public'],
    fields: { instrumentId: jsonId('InstrumentId'), price: json<number>('ticks'), proposedBy: text(), actor: text(), why: text() },
  },
  insuranceFunded: {
    form: 'document',
    about: 'An operator put money into an insurance fund, or took some out.',
    audience: ['operator'],
    fields: { assetId: jsonId('AssetId'), amount: jsonAmount(), balance: jsonAmount(), actor: text(), why: text() },
  },
} as const
