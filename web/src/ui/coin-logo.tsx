/** The disc of a coin: the configured image, else the shipped artwork, else a disc with its first letter. A grey disc stands where the common artwork has not come. */
import { useState } from 'react'
import { COINS_IN_ONE, COINS_WITH_ARTWORK, DISCS_IN_ONE } from './coin-artwork.ts'

const shipped: ReadonlySet<string> = new Set(COINS_WITH_ARTWORK)
const inOne: ReadonlySet<string> = new Set(COINS_IN_ONE)

interface CoinLogoProps {
  /** `BTC`. */
  readonly coin: string
  /** Edge in px, 18…40. */
  readonly size?: number
  readonly url?: string | null | undefined
}

/** A quiet colour of its own for each name, the same everywhere. */
function hueOf(coin: string): number {
  let hash = 7
  for (const letter of coin) hash = (hash * 31 + letter.charCodeAt(0)) % 360
  return hash
}

export function CoinLogo({ coin, size = 20, url }: CoinLogoProps) {
  const [broken, setBroken] = useState<string>()
  if (url == null && inOne.has(coin)) {
    return (
      <svg width={size} height={size} aria-hidden="true" className="shrink-0 rounded-full bg-press">
        <use href={`${DISCS_IN_ONE}#${coin}`} />
      </svg>
    )
  }
  const source = url ?? (shipped.has(coin) ? `/coins/${coin.toLowerCase()}.svg` : undefined)
  if (source !== undefined && broken !== source) {
    return (
      <img
        src={source}
        alt=""
        width={size}
        height={size}
        loading="lazy"
        decoding="async"
        onError={() => setBroken(source)}
        className="shrink-0 rounded-full"
      />
    )
  }
  return (
    <span
      aria-hidden="true"
      style={{ inlineSize: size, blockSize: size, fontSize: Math.round(size * 0.46), background: `hsl(${hueOf(coin)} 42% 34%)` }}
      className="inline-flex shrink-0 items-center justify-center rounded-full leading-none font-bold text-white"
    >
      {coin.slice(0, 1)}
    </span>
  )
}
