/** What an exchange knows of the index price of each asset: see `kernel/index`. */
import { block, describe, f64, i64, u8, u32 } from './field.ts'
import { word } from './value.ts'

/** Sources of prices that a tenant may have in its life. */
export const SOURCES_MOST = 8

/** Price in the unit asset: 1e-12 of it for a whole coin. */
export const INDEX_SCALE = 12

export const SOURCE = describe(
  'source',
  {
    price: i64('amount', '1e-12 of the unit asset.'),
    at: f64('ms', 'When the venue said so.'),
    state: word('SOURCE_STATES'),
    weight: u8('count'),
  },
  { about: 'What a source said of an asset last. Nothing yet: a price of 0.', bytes: 24 },
)

export const ASSET_INDEX = describe(
  'assetIndex',
  {
    price: i64('amount', '1e-12 of the unit asset; 0 = there never was one.'),
    at: f64('ms', 'Since when it is that.'),
    recheckAt: f64('ms', 'When the first of the sources that it is made of gets too old; 0 = never.'),
    live: u32('count', 'Sources that it is made of; 0 = it is frozen.'),
    isChanged: u32('flag', '1 while a report waits to be worked into it.', { derived: true }),
    unit: i64('amount', 'Minor units of a whole coin.', { derived: true }),
    sources: block(SOURCES_MOST * SOURCE.bytes, 'By the number of the source.', { of: 'source' }),
  },
  { about: 'The index price of an asset; the row’s number is the asset’s id.', base: 'ASSET_INDEXES', prefix: 'ASSET_INDEX', bytes: 240 },
)
