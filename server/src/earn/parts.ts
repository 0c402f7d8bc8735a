/** What savings are shown with: parts of a tenant. */
import type { Content } from '../content/content.ts'
import type { Feeds } from '../feeds/feeds.ts'
import type { Identities } from '../identity/identities.ts'
import type { ReadModels } from '../projections/port.ts'
import type { Exchange } from '../sequencer/exchange.ts'
import type { ProductTexts } from './product-texts.ts'

export interface SavingsParts {
  readonly exchange: Pick<Exchange, 'state' | 'now'>
  readonly models: Pick<ReadModels, 'earnSums'>
  readonly feeds: Pick<Feeds, 'listings' | 'usdtPrice'>
  readonly content: Pick<Content, 'keyValues'>
  readonly identities: Pick<Identities, 'level'>
  readonly productTexts: ProductTexts
}
