/** Whether a part of the page has come into the window yet: what nobody has scrolled to is not fetched. */
import { type RefObject, useEffect, useRef, useState } from 'react'

/** @param margin how far outside the window counts, as CSS writes it */
export function useNear<Box extends Element>(margin = '0px'): { readonly element: RefObject<Box | null>; readonly near: boolean } {
  const element = useRef<Box>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (element.current === null || near) return
    const observer = new IntersectionObserver((entries) => setNear(entries.some((entry) => entry.isIntersecting)), { rootMargin: margin })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [near, margin])
  return { element, near }
}
