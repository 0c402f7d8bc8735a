/** The footer's box. What stands in it is fetched when somebody comes near. */
import { useEffect, useState } from 'react'
import { useIdle } from '../../data/idle.ts'
import { useNear } from '../../ui/near.ts'
import { part } from '../../ui/part.tsx'

const FooterContent = part(async () => (await import('./footer-content.tsx')).FooterContent)

/** Never on the first screen, because the page above fills the window: its box comes at once, what stands in it later. */
export function Footer() {
  const idle = useIdle(2)
  const { element, near } = useNear<HTMLElement>('600px')
  const [there, setThere] = useState(false)
  useEffect(() => {
    if (!idle || !near) return
    // Without a connection the box stays empty; the page above it does not depend on it.
    FooterContent.ready().then(
      () => setThere(true),
      (error: unknown) => console.warn('the footer did not load', error),
    )
  }, [idle, near])
  return (
    <footer
      ref={element}
      className="mt-auto min-h-80 border-t border-line bg-panel pt-14 pb-6 max-md:pt-10 [contain-intrinsic-size:auto_380px] [content-visibility:auto]"
    >
      {there && <FooterContent />}
    </footer>
  )
}
