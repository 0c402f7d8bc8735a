/** Commands about users, their money from the house and their documents. */
import type { JsonObject, UserStatus } from '../../command.ts'
import { document, documentOfTwo, json, jsonAmount, jsonId, optional, text } from '../command-field.ts'
import { type Collection, documentTakesTwo } from '../documents.ts'

const ACTOR = text('Who gives it.')
const WHY = text('What stands in the records of the house.')

/** A document of the tenant that is saved or removed in the same entry: no stop comes between it and the change. */
export interface Note {
  readonly collection: Collection
  readonly id: string
  readonly document: JsonObject | null
}

export const PEOPLE_COMMANDS = {
  registerUser: document({
    about: 'A new customer. Personal data is sealed before it gets here.',
    code: 0,
    givenBy: ['customer', 'system'],
    reasons: ['accountExists', 'engineFull'],
    fields: {
      accountKey: text('The blind index that makes an account unique.'),
      document: json<JsonObject>('json'),
      role: json<'customer' | 'maker'>('code'),
      inviterId: optional(jsonId('UserId', 'Who invited the customer; absent = nobody.')),
    },
  }),
  setUserStatus: documentOfTwo({
    about: 'Freezes, disables or frees an account. Freezing cancels every open order of the user.',
    code: 1,
    givenBy: ['customer', 'operator'],
    takesTwo: ({ status }) => status === 'active',
    isRelief: true,
    reasons: ['badParameter'],
    fields: { userId: jsonId('UserId'), status: json<UserStatus>('code'), actor: ACTOR, why: WHY, note: optional(json<Note>('json')) },
  }),
  setUserTerms: document({
    about: 'What the engine decides with besides status. Absent = unchanged.',
    code: 2,
    givenBy: ['customer', 'operator'],
    reasons: ['badParameter'],
    fields: {
      userId: jsonId('UserId'),
      feeLevel: optional(json<number | null>('count', 'Overrides the level that volume gives; null = no more.')),
      payFeeInFeeAsset: optional(json<boolean>('flag')),
      tradingEnabled: optional(json<boolean>('flag')),
    },
  }),
  creditUser: document({
    about: 'House money to a user’s available balance. The contra account is named by `cause`.',
    code: 8,
    givenBy: ['customer', 'operator', 'system'],
    reasons: ['badNumber', 'assetNotFound', 'badParameter', 'valueTooLarge', 'engineFull'],
    fields: {
      userId: jsonId('UserId'),
      assetId: jsonId('AssetId'),
      amount: jsonAmount(),
      cause: json<'airdrop' | 'adjustment' | 'deposit'>('code'),
      reference: text(),
    },
  }),
  reverseCredit: document({
    about:
      'Takes a credit back from a user’s available balance; what is not there becomes his debt, which freezes him and is paid first by later credits.',
    code: 15,
    givenBy: ['operator', 'system'],
    reasons: ['badNumber', 'assetNotFound', 'badParameter', 'valueTooLarge', 'engineFull'],
    fields: {
      userId: jsonId('UserId'),
      assetId: jsonId('AssetId'),
      amount: jsonAmount(),
      cause: json<'airdrop' | 'adjustment' | 'deposit'>('code', 'Of the credit.'),
      reference: text(),
      actor: ACTOR,
      why: WHY,
    },
  }),
  saveDocument: documentOfTwo({
    about: 'A validated document that only projections read: see `documents.ts`.',
    code: 9,
    givenBy: ['customer', 'operator', 'system'],
    takesTwo: ({ collection, id }) => documentTakesTwo(collection, id),
    reasons: ['badParameter'],
    fields: {
      userId: jsonId('UserId', '0 = the tenant’s.'),
      collection: json<Collection>('text'),
      id: text(),
      document: json<JsonObject | null>('json', 'null removes it.'),
      boundUntil: optional(
        json<number>('ms', 'Withdrawals of the user rest until then, and his orders are bounded: see `kernel/user/bound.ts`.'),
      ),
      actor: ACTOR,
    },
  }),
  changeAccountKeys: document({
    about:
      'Gives an account another key beside its own (`bind`), takes one away (`release`), or both at once, together with the document that holds the sealed address: all of it happens or nothing.',
    code: 10,
    givenBy: ['customer', 'operator', 'system'],
    reasons: ['badParameter', 'accountExists'],
    fields: {
      userId: jsonId('UserId'),
      bind: text("'' = none."),
      release: text("'' = none."),
      collection: json<Collection>('text'),
      id: text(),
      document: json<JsonObject>('json'),
      boundUntil: optional(
        json<number>('ms', 'Withdrawals of the user rest until then, and his orders are bounded: see `kernel/user/bound.ts`.'),
      ),
      actor: ACTOR,
    },
  }),
  setInviter: document({
    about: 'Names who invited a customer that has no inviter yet.',
    code: 11,
    givenBy: ['customer'],
    reasons: ['badParameter', 'selfReferral', 'referralCycle'],
    fields: { userId: jsonId('UserId'), inviterId: jsonId('UserId') },
  }),
  setPerson: document({
    about:
      'Says that two accounts, with all that are known to be one person with either, are one person; or that an account is a person of its own again.',
    code: 42,
    givenBy: ['customer', 'operator', 'system'],
    reasons: ['badParameter'],
    fields: {
      userId: jsonId('UserId'),
      withUserId: jsonId('UserId', '0 = with no other account.'),
      actor: ACTOR,
      why: WHY,
    },
  }),
} as const
