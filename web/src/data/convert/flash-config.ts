/**
 * What can be converted and within which bounds. The bounds are kept in the browser under one key, 0 and 0 until they are known; they are
 * asked for only with a token.
 */
import type { ConvertConfig } from '@agio/wire/convert/types.ts'
import { useQuery } from '@tanstack/react-query'
import { useLoggedIn } from '../session.ts'
import { SPOT_QUERIES } from '../spot/spot-changes.ts'
import { readStored, writeStored } from '../storage.ts'

/** Decimal strings of USDT; "0": no bound. */
export interface FlashBounds {
  readonly minTradeU: string
  readonly maxTradeU: string
}

const NO_BOUNDS: FlashBounds = { minTradeU: '0', maxTradeU: '0' }

/** The stored bounds; 0 and 0 before any are known. */
export function flashBounds(): FlashBounds {
  const { minTradeU, maxTradeU } = readStored('flashConfig') ?? NO_BOUNDS
  return typeof minTradeU === 'string' && typeof maxTradeU === 'string' ? { minTradeU, maxTradeU } : NO_BOUNDS
}

const keep = ({ minTradeU, maxTradeU }: FlashBounds): void => writeStored('flashConfig', { minTradeU, maxTradeU })

/** Loads the configuration; a failure is told and leaves no bounds. Asked again, it keeps what it knew until the answer. */
export async function loadFlashConfig(ask: () => Promise<ConvertConfig>): Promise<ConvertConfig> {
  if (readStored('flashConfig') === undefined) keep(NO_BOUNDS)
  try {
    const config = await ask()
    keep(config)
    return config
  } catch (error) {
    console.error('Failed to load flash config', error)
    keep(NO_BOUNDS)
    throw error
  }
}

const OFTEN_MS = 30_000

/** With balances and what is used of the day, so it is read again with everything of the account. */
export function useFlashConfig() {
  return useQuery({
    queryKey: [SPOT_QUERIES, 'flashConfig'],
    enabled: useLoggedIn(),
    refetchInterval: OFTEN_MS,
    queryFn: () => loadFlashConfig(async () => (await import('./convert-calls.ts')).loadConfig()),
  })
}
