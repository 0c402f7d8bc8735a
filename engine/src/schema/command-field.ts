/** How a command is described, and what its description makes of it in TypeScript. */
import type { JsonValue, OfCaller, OfOrder } from '../command.ts'
import type { Amount, UserId } from '../ids/id.ts'
import type { Reason } from '../reason.ts'
import { ENTRY_BODY, ENTRY_HEAD, ORDER_NAME, ORDER_NAME_TEXT } from './entry.ts'
import { describe, type Fields, type RowDescription, type Unit } from './field.ts'
import type { Flat, Ids, ValueOf } from './value.ts'

/** `customer`: in his own name, by screens or an API key; `operator`: staff; `system`: the process that leads the journal. */
export type Giver = 'customer' | 'operator' | 'system'

interface Common {
  readonly about: string
  /** Ports of the server take commands of their givers alone: see `CommandGivenBy`. */
  readonly givenBy: readonly Giver[]
  /** What its rule can answer besides `none`. `clientIdConflict` and `userNotFound` may come before any rule. */
  readonly reasons: readonly Reason[]
  /** Lowers risk or load, or leads to it: taken when others are refused. */
  readonly isRelief?: true
  /** Begins or changes a trade: refused while nobody says that the clock is right. */
  readonly isTrade?: true
  /** Makes orders: the outcome names their ids. */
  readonly isPlacement?: true
  /** The command's key becomes the client order id of an order. */
  readonly keyNamesOrder?: true
}

/** Whom the command names: a customer, one of his orders (then it may have a caller of its own), or nobody. */
export type Named = 'user' | 'order' | 'nobody'

/** A command whose entry is fields at fixed places: the fast ones, which the kernel reads itself. */
export interface FixedCommand<F extends Fields = Fields, Of extends Named = Named> extends Common {
  readonly form: 'fixed'
  /** Kind of the entry, below KIND_DOCUMENT or from KIND_DOCUMENT_END on: the format, never given twice. */
  readonly code: number
  readonly names: Of
  /** Names a user, and has idempotency keys of each caller of his. Commands that name an order always have. */
  readonly hasCaller?: true
  /** Its own fields, without header and name of an order. */
  readonly fields: F
  /** The whole entry up to its key. */
  readonly entry: RowDescription
}

/** A command whose entry has a shape of its own, written by hand in `codec/`. */
export interface OwnCommand<Shape = unknown> extends Common {
  readonly form: 'own'
  /** Absent: a user. */
  readonly names?: 'nobody'
  readonly code: number
  readonly entry: RowDescription
  /** A type, nothing else. */
  readonly shape?: Shape
}

/** A value of a document. `toJson` where JSON has no such values: int64 is a decimal string there. */
export interface JsonField<Value = unknown> {
  readonly unit: Unit | 'json'
  readonly about: string
  toJson?(value: Value): JsonValue
  fromJson?(value: JsonValue): Value
}

export interface OptionalField<Value = unknown> extends JsonField<Value> {
  readonly isOptional: true
}

export type JsonFields = Readonly<Record<string, JsonField>>

/** A command that travels as JSON. */
export interface DocumentCommandDescription<F extends JsonFields = JsonFields> extends Common {
  readonly form: 'document'
  /** Added to KIND_DOCUMENT: the format, never given twice. */
  readonly code: number
  /** As of a fixed command. */
  readonly hasCaller?: true
  /** Whether an operator's command needs a second operator to confirm. */
  takesTwo?(command: JsonShape<F>): boolean
  readonly fields: F
}

export type CommandDescription = FixedCommand | OwnCommand | DocumentCommandDescription

type JsonValueOf<Described> = Described extends JsonField<infer Value> ? Value : never
type OptionalNames<F> = { [Name in keyof F]: F[Name] extends { readonly isOptional: true } ? Name : never }[keyof F]

/** What JSON fields are in TypeScript. */
export type JsonShape<F> = { readonly [Name in Exclude<keyof F, OptionalNames<F>>]: JsonValueOf<F[Name]> } & {
  readonly [Name in OptionalNames<F>]?: JsonValueOf<F[Name]>
}

type NameShape<Of> = Of extends 'order' ? OfOrder : Of extends 'user' ? { readonly userId: UserId } : unknown

type CallerShape<Described> = Described extends { readonly hasCaller: true } ? OfCaller : unknown

/** The command that a description describes. */
export type CommandOf<Kind, Described> =
  Described extends FixedCommand<infer F, infer Of>
    ? Flat<{ readonly kind: Kind } & NameShape<Of> & CallerShape<Described> & { readonly [Name in keyof F]: ValueOf<F[Name]> }>
    : Described extends DocumentCommandDescription<infer F>
      ? Flat<{ readonly kind: Kind } & CallerShape<Described> & JsonShape<F>>
      : Described extends OwnCommand<infer Shape>
        ? Flat<{ readonly kind: Kind } & Shape & (Described extends { readonly names: 'nobody' } ? unknown : OfCaller)>
        : never

/** With its givers by name. */
type By<G extends Giver> = { readonly givenBy: readonly G[] }
type Words<Described, G extends Giver> = Omit<Described, 'form' | 'entry' | 'shape' | 'givenBy'> & By<G>

/** A fixed command. Its fields begin in the header's last word, those of a command that names an order behind the order's id. */
export function fixed<F extends Fields, Of extends Named, G extends Giver, W extends Words<FixedCommand<F, Of>, G>>(
  kind: string,
  words: W & Words<FixedCommand<F, Of>, G>,
): FixedCommand<F, Of> & By<G> & Pick<W, 'hasCaller' & keyof W> {
  const own = words.names === 'order' ? { ...ORDER_NAME, ...words.fields, ...ORDER_NAME_TEXT } : words.fields
  const fields = { ...ENTRY_HEAD, ...own }
  const end = describe(kind, fields, { about: '' }).bytes
  const entry = describe(`${kind}Entry`, fields, {
    about: words.about,
    prefix: kind.replace(/[A-Z]/g, '_$&').toUpperCase(),
    bytes: Math.max(ENTRY_BODY, (end + 3) & ~3),
  })
  return { form: 'fixed', ...words, entry }
}

type OwnWords<G extends Giver> = Words<OwnCommand, G> & { readonly entry: RowDescription }

export const own = <Shape, G extends Giver>(words: OwnWords<G>): OwnCommand<Shape> & By<G> => ({
  form: 'own',
  ...words,
})

/** As own, of a command that is about no user. */
export const ownOfNobody = <Shape, G extends Giver>(words: OwnWords<G>): OwnCommand<Shape> & By<G> & { readonly names: 'nobody' } => ({
  form: 'own',
  names: 'nobody',
  ...words,
})

type DocumentWords<F extends JsonFields, G extends Giver> = Words<DocumentCommandDescription<F>, G>

export const document = <F extends JsonFields, G extends Giver>(words: DocumentWords<F, G>): DocumentCommandDescription<F> & By<G> => ({
  form: 'document',
  ...words,
})

/** As document, of a command that an API key can give too. */
export const documentOfCaller = <F extends JsonFields, G extends Giver>(
  words: DocumentWords<F, G>,
): DocumentCommandDescription<F> & By<G> & { readonly hasCaller: true } => ({ form: 'document', ...words, hasCaller: true })

/** As document, with `takesTwo`: the cases where an operator's command needs a second operator. */
export const documentOfTwo = <F extends JsonFields, G extends Giver>(
  words: DocumentWords<F, G> & { takesTwo(command: JsonShape<F>): boolean },
): DocumentCommandDescription<F> & By<G> & { readonly takesTwo: (command: JsonShape<F>) => boolean } => ({ form: 'document', ...words })

export const json = <Value>(unit: Unit | 'json', about = ''): JsonField<Value> => ({ unit, about })
export const text = (about = ''): JsonField<string> => json('text', about)
export const jsonId = <Name extends keyof Ids>(_name: Name, about = ''): JsonField<Ids[Name]> => json('id', about)
export const jsonAmount = (about = ''): JsonField<Amount> => ({
  unit: 'amount',
  about,
  toJson: String,
  fromJson: (value) => BigInt(String(value)),
})

/** A field that may be left out. */
export const optional = <Value>(field: JsonField<Value>): OptionalField<Value> => ({ ...field, isOptional: true })
