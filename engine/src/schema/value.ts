/** Fields that are more than numbers in TypeScript: ids with their brand, words with their code; and what a described field is there. */
import type * as code from '../../generated/vocabularies.ts'
import type {
  AddressId,
  AssetId,
  DepositId,
  EarnOrderId,
  InstrumentId,
  ListingId,
  NetworkId,
  OrderId,
  OrderListId,
  PaymentId,
  PositionId,
  ProductId,
  TradeId,
  UserId,
  WithdrawalId,
} from '../ids/id.ts'
import type { Field, NumberField, Options } from './field.ts'

export interface Ids {
  readonly AddressId: AddressId
  readonly DepositId: DepositId
  readonly ListingId: ListingId
  readonly NetworkId: NetworkId
  readonly PaymentId: PaymentId
  readonly PositionId: PositionId
  readonly WithdrawalId: WithdrawalId
  readonly AssetId: AssetId
  readonly EarnOrderId: EarnOrderId
  readonly InstrumentId: InstrumentId
  readonly OrderId: OrderId
  readonly OrderListId: OrderListId
  readonly ProductId: ProductId
  readonly TradeId: TradeId
  readonly UserId: UserId
}

/** Lists of words, by their names in `schema/vocabularies.ts`. */
export type Words = {
  readonly [Name in keyof typeof code as (typeof code)[Name] extends readonly string[]
    ? Name
    : never]: (typeof code)[Name] extends readonly (infer Word)[] ? Word : never
}

const ID_TYPES = {
  AddressId: 'i32',
  DepositId: 'f64',
  ListingId: 'i32',
  NetworkId: 'i32',
  PaymentId: 'f64',
  PositionId: 'f64',
  WithdrawalId: 'f64',
  AssetId: 'i32',
  EarnOrderId: 'f64',
  InstrumentId: 'i32',
  OrderId: 'f64',
  OrderListId: 'f64',
  ProductId: 'i32',
  TradeId: 'f64',
  UserId: 'i32',
} as const

export type IdField<Name extends keyof Ids = keyof Ids> = Field & { readonly id: Name }
export type WordField<Name extends keyof Words = keyof Words> = NumberField<'u8'> & { readonly words: Name }

const optionsOf = (options: number | Options): Options => (typeof options === 'number' ? { at: options } : options)

/** @param options where it stands, or more of it */
export const id = <Name extends keyof Ids>(name: Name, about = '', options: number | Options = {}): IdField<Name> => ({
  type: ID_TYPES[name],
  unit: 'id',
  id: name,
  about,
  ...optionsOf(options),
})

/** @param options where it stands, or more of it */
export const word = <Name extends keyof Words>(words: Name, about = '', options: number | Options = {}): WordField<Name> => ({
  type: 'u8',
  unit: 'code',
  words,
  about,
  ...optionsOf(options),
})

/** A code of 32 bits. */
export const wideWord = <Name extends keyof Words>(words: Name, about = ''): NumberField<'i32'> & { readonly words: Name } => ({
  type: 'i32',
  unit: 'code',
  words,
  about,
})

/** What a field of bytes is in TypeScript. */
export type ValueOf<Described> =
  Described extends IdField<infer Name>
    ? Ids[Name]
    : Described extends WordField<infer Name>
      ? Words[Name]
      : Described extends NumberField<'i64' | 'u64'>
        ? bigint
        : number

export type Flat<Shape> = { readonly [Name in keyof Shape]: Shape[Name] }
