/** What is to be said of the whole site, between header and page. */
import { useEffect, useRef } from 'react'
import { HaltedBand } from './halted-band.tsx'
import { MaintenanceBand } from './maintenance-band.tsx'
import { OfflineBand } from './offline-band.tsx'
import { PausedBand } from './paused-band.tsx'
import { StoppedBand } from './stopped-band.tsx'
import { UnkeptBand } from './unkept-band.tsx'

/** A terminal fills the window: it must know how much of it is taken. */
function useHeightTold() {
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { style } = document.documentElement
    const observer = new ResizeObserver(([entry]) => style.setProperty('--bands', `${entry?.contentRect.height ?? 0}px`))
    if (region.current !== null) observer.observe(region.current)
    return () => observer.disconnect()
  }, [])
  return region
}

export function Bands() {
  return (
    <div ref={useHeightTold()} className="has-[[data-danger]]:sticky has-[[data-danger]]:top-(--header) has-[[data-danger]]:z-30">
      <OfflineBand />
      <MaintenanceBand />
      <HaltedBand />
      <PausedBand />
      <StoppedBand />
      <UnkeptBand />
      {/* What the page itself has to say above everything. */}
      <div data-page-band />
    </div>
  )
}
