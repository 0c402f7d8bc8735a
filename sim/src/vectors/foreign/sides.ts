import { type Fraction, frac } from '../fraction.ts'

/** 1 of a long or a buyer, −1 of a short or a seller; what says no side is long. */
export const signOf = ({ side }: { readonly side?: unknown }): Fraction => frac(side === 'SHORT' || side === 'SELL' ? -1 : 1)
/** What should be a list, and is none when it is missing. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
export const rowsOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  listOf(value) as readonly Readonly<Record<string, unknown>>[]
