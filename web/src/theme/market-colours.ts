/** Which pair of colours means up and down: green and red, the two swapped, or blue and orange. */
import { onStored, readStored, writeStored } from '../data/storage.ts'

export type MarketColours = 'default' | 'swapped' | 'blind'

export function marketColours(): MarketColours {
  const stored = readStored('marketColors')
  return stored === 'swapped' || stored === 'blind' ? stored : 'default'
}

export function chooseMarketColours(choice: MarketColours): void {
  writeStored('marketColors', choice === 'default' ? undefined : choice)
}

/** Writes the choice to the document and follows it. Called once at start. */
export function startMarketColours(): void {
  const apply = () => {
    document.documentElement.dataset.market = marketColours()
    window.dispatchEvent(new CustomEvent('theme-change', { detail: { market: marketColours() } }))
  }
  apply()
  onStored('marketColors', apply)
}
