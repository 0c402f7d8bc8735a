/** What was drawn on a pair's chart stays with this browser, pair by pair. */
import { useEffect } from 'react'
import { type Drawing, type DrawingBoard, readDrawing } from '../../chart/drawings.ts'
import { readStored, writeStored } from '../../data/storage.ts'

/** Those that are understood, in the order in which they were drawn. */
export function keptDrawings(symbol: string): readonly Drawing[] {
  const kept = readStored('chartDrawings')?.[symbol]
  return Array.isArray(kept) ? kept.flatMap((one) => readDrawing(one) ?? []) : []
}

export function keepDrawings(symbol: string, list: readonly Drawing[]): void {
  const { [symbol]: _, ...others } = readStored('chartDrawings') ?? {}
  writeStored('chartDrawings', list.length === 0 ? others : { ...others, [symbol]: list })
}

/**
 * Shows what is kept for the pair on the chart, and keeps what changes.
 *
 * @param symbol the pair whose candles are shown; undefined before there are any
 * @param canDraw whether this chart has the tools; without them drawings are only looked at
 */
export function useKeptDrawings(board: DrawingBoard | undefined, symbol: string | undefined, canDraw: boolean): void {
  useEffect(() => {
    if (board === undefined || symbol === undefined) return undefined
    board.set(keptDrawings(symbol), !canDraw)
    let last = board.state().list
    return board.subscribe(() => {
      const { list, writing } = board.state()
      // A note without words is kept when it has them.
      if (list === last || writing !== undefined) return
      last = list
      keepDrawings(symbol, list)
    })
  }, [board, symbol, canDraw])
}
