/** How many rows of a fixed height fit into an element; follows its size. */
import { type RefObject, useEffect, useState } from 'react'

/** @param taken px of the element that are not rows */
export function useRows(element: RefObject<HTMLElement | null>, rowHeight: number, taken: number, start: number): number {
  const [rows, setRows] = useState(start)
  useEffect(() => {
    const target = element.current
    if (target === null) return undefined
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setRows(Math.max(1, Math.floor((entry.contentRect.height - taken) / rowHeight)))
    })
    observer.observe(target)
    return () => observer.disconnect()
  }, [element, rowHeight, taken])
  return rows
}
