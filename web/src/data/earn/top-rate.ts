/** What a product can earn at best. Pure. */
import type { Product } from '@agio/wire/earn/types.ts'
import { compare } from '../amounts.ts'

/** Highest annual rate that any part of an amount can earn. */
export const topRate = ({ annualRate, tiers }: Pick<Product, 'annualRate' | 'tiers'>): string =>
  tiers.reduce((top, tier) => (compare(tier.annualRate, top) > 0 ? tier.annualRate : top), annualRate)

/** The product with the highest rate; of two the first. */
export const bestOf = <Rated extends Pick<Product, 'annualRate' | 'tiers'>>(products: readonly Rated[]): Rated | undefined =>
  products.reduce<Rated | undefined>(
    (best, one) => (best === undefined || compare(topRate(one), topRate(best)) > 0 ? one : best),
    undefined,
  )
