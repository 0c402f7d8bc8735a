/** Configured slides in server order. They change every six seconds, stand still under pointer or focus, and can be stopped. */
import { Pause, Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useT } from '../../i18n/i18n.ts'
import { useIsDay } from '../../theme/day-mode.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { SmartLink } from '../../ui/smart-link.tsx'
import { useSlides } from './home-data.ts'

const SLIDE_MS = 6000

function useTurning(count: number) {
  const [at, setAt] = useState(0)
  const [stopped, setStopped] = useState(false)
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) setStopped(true)
  }, [])
  useEffect(() => {
    if (stopped || held || count < 2) return
    const timer = setInterval(() => setAt((now) => (now + 1) % count), SLIDE_MS)
    return () => clearInterval(timer)
  }, [stopped, held, count])
  return { at: Math.min(at, Math.max(0, count - 1)), setAt, stopped, setStopped, setHeld }
}

export function Banner() {
  const t = useT()
  const day = useIsDay()
  const slides = useSlides()
  const { at, setAt, stopped, setStopped, setHeld } = useTurning(slides.length)
  const slide = slides[at]
  if (slide === undefined) return null
  return (
    <section
      aria-roledescription="carousel"
      aria-label={t('home:banner.name')}
      className="min-w-0"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className="relative h-full overflow-hidden rounded-card border border-line">
        <SmartLink
          to={slide.target}
          className="flex h-full min-h-60 items-center justify-between gap-6 bg-theme-surface ps-8 pe-8 hover:underline max-md:min-h-72 max-md:flex-col max-md:items-start max-md:justify-start max-md:px-5 max-md:pt-6"
        >
          <span className="max-w-[24ch] min-w-1/2 text-[26px] leading-8 font-semibold tracking-[-0.02em] text-balance text-fg max-md:text-[22px] max-md:leading-7">
            {slide.title}
          </span>
          <img
            src={day ? slide.imageDay : slide.imageNight}
            alt=""
            width={424}
            height={200}
            className="h-50 w-106 max-w-full min-w-0 object-contain object-[right_center] rtl:-scale-x-100 max-md:h-36 max-md:self-end"
          />
        </SmartLink>
        {slides.length > 1 && (
          <div className="absolute start-6 bottom-3 flex items-center gap-1 max-md:start-3">
            <IconButton
              label={t(stopped ? 'home:banner.play' : 'home:banner.pause')}
              className="text-muted!"
              onClick={() => setStopped(!stopped)}
            >
              <Icon as={stopped ? Play : Pause} size={14} />
            </IconButton>
            {slides.map((one, index) => (
              <button
                key={one.slideId}
                type="button"
                aria-label={t('home:banner.slide', { number: index + 1 })}
                aria-current={index === at}
                onClick={() => setAt(index)}
                className="flex size-6 items-center justify-center pointer-coarse:size-11"
              >
                <span className={`h-1 rounded-full ${index === at ? 'w-5 bg-theme' : 'w-2 bg-muted'}`} />
              </button>
            ))}
          </div>
        )}
      </div>
    </section>
  )
}
