/** Everything that the card shows: which coins, what was typed, what a price makes of it, and what may be done now. */
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import type { Quote } from '@agio/wire/convert/types.ts'
import { useState } from 'react'
import { pageTime } from '../../data/clock.ts'
import type { UsdtPrices } from '../../data/market/usdt-prices.ts'
import { type Entry, readAmount } from '../../data/typed-amount.ts'
import { exceeds, guess, type Side } from './model/quote-model.ts'
import type { Coin, Coins } from './use-coins.ts'
import { type Asked, useLeft, useQuote, useWait } from './use-quote.ts'
import { type Trade, useTrade } from './use-trade.ts'

/** Whoever presses so soon after a price came pressed what stood there before. */
const TOO_SOON_MS = 600

export interface Chosen {
  readonly send: string
  readonly receive: string
  /** Which amount is typed; the price decides the other one. */
  readonly side: Side
  readonly text: string
}

/** What the card is at. */
export type Phase = 'idle' | 'guess' | 'asking' | 'quoted' | 'expired' | 'refused' | 'doubt'

export interface ConvertView {
  readonly chosen: Chosen
  readonly send: Coin | undefined
  readonly receive: Coin | undefined
  readonly entry: Entry
  /** What stands in both boxes, and whether the other amount is a guess by public prices. */
  readonly amounts: Readonly<Record<Side, string>>
  readonly isGuess: boolean
  readonly phase: Phase
  readonly quote: Quote | undefined
  /** ms that the quote still holds. */
  readonly left: number
  /** Seconds until a price that was refused for a moment is asked for again; 0 where nothing waits. */
  readonly wait: number
  readonly error: unknown
  readonly tooMuch: boolean
  readonly trade: Trade
  type(side: Side, text: string): void
  choose(side: Side, coin: string): void
  swap(): void
  again(): void
  /** Takes the price that is shown. */
  confirm(): void
}

const other = (side: Side): Side => (side === 'send' ? 'receive' : 'send')

/** The same coin on both sides is none: the two then change places, and what was typed stays with its coin. */
export function choosing(chosen: Chosen, side: Side, coin: string): Chosen {
  if (chosen[other(side)] !== coin) return { ...chosen, [side]: coin }
  return swapped(chosen)
}

export function swapped({ send, receive, side, text }: Chosen): Chosen {
  return { send: receive, receive: send, side: other(side), text }
}

function phaseOf(asked: Asked, trade: Trade, left: number, amount: string, loggedIn: boolean): Phase {
  if (amount === '') return 'idle'
  if (!loggedIn) return 'guess'
  if (asked.asking) return 'asking'
  if (asked.quote === undefined) return 'refused'
  if (trade.inDoubt) return 'doubt'
  if (trade.error !== undefined) return 'refused'
  return left > 0 || trade.busy ? 'quoted' : 'expired'
}

interface Facts {
  readonly coins: Coins
  readonly prices: UsdtPrices
  readonly loggedIn: boolean
}

export function useConvert({ coins, prices, loggedIn }: Facts): ConvertView {
  const [picked, setPicked] = useState<Chosen>()
  const chosen = picked ?? { ...coins.first, side: 'send', text: '' }
  const [send, receive] = [coins.send.find(({ coin }) => coin === chosen.send), coins.receive.find(({ coin }) => coin === chosen.receive)]
  const typed = chosen.side === 'send' ? send : receive
  const counted = chosen.side === 'send' ? receive : send
  const entry = readAmount(chosen.text, typed?.scale ?? 0)
  const amount = entry.kind === 'amount' && typed !== undefined && counted !== undefined ? formatDecimal(entry.value, typed.scale) : ''
  const isReady = loggedIn && amount !== ''
  const asked = useQuote(isReady ? { send: chosen.send, receive: chosen.receive, side: chosen.side, amount } : undefined)
  const { quote } = asked
  const left = useLeft(quote)
  const wait = useWait(asked)
  const trade = useTrade(quote)
  const guessed = guess(chosen.side, amount, { send: prices[chosen.send], receive: prices[chosen.receive] }, counted?.scale ?? 0)
  const answered = quote === undefined ? guessed : chosen.side === 'send' ? quote.receiveAmount : quote.sendAmount
  const give = chosen.side === 'send' ? amount : answered
  return {
    chosen,
    send,
    receive,
    entry,
    amounts: chosen.side === 'send' ? { send: chosen.text, receive: answered } : { send: answered, receive: chosen.text },
    isGuess: quote === undefined,
    phase: phaseOf(asked, trade, left, amount, loggedIn),
    quote,
    left,
    wait,
    error: trade.error ?? asked.error,
    tooMuch: give !== '' && exceeds(give, send?.balance),
    trade,
    type: (side, text) => setPicked({ ...chosen, side, text }),
    choose: (side, coin) => setPicked(choosing(chosen, side, coin)),
    swap: () => setPicked(swapped(chosen)),
    again: asked.again,
    confirm() {
      if (pageTime() - asked.at >= TOO_SOON_MS) void trade.accept()
    },
  }
}
