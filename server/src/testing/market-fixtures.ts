/** Small facts that tests of prices and books share. */
import { type AssetId, asAssetId } from '@agio/engine/ids/id.ts'

export const asset = (assetId: number, symbol: string, scale = 8): { assetId: AssetId; symbol: string; scale: number } => ({
  assetId: asAssetId(assetId),
  symbol,
  scale,
})
