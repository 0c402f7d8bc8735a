/** How many rows of a fixed height fit into an element, and the px that are left over; follows its size. */
import { type RefObject, useEffect, useState } from 'react'

export interface Room {
  readonly rows: number
  /** px. */
  readonly spare: number
}

/** @param taken px of the element that are not rows */
export function useRows(element: RefObject<HTMLElement | null>, rowHeight: number, taken: number, start: number): Room {
  const [room, setRoom] = useState<Room>({ rows: start, spare: 0 })
  useEffect(() => {
    const target = element.current
    if (target === null) return undefined
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return
      const free = Math.floor(entry.contentRect.height - taken)
      const rows = Math.max(1, Math.floor(free / rowHeight))
      setRoom({ rows, spare: Math.max(0, free - rows * rowHeight) })
    })
    observer.observe(target)
    return () => observer.disconnect()
  }, [element, rowHeight, taken])
  return room
}
