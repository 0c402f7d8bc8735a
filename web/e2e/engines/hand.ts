/** A hand at a tab: it finds what a person would see, moves the pointer there and types. Functions run in the page and know nothing of this file. */
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Action, RawTab } from './raw-tab.ts'

/** Other parts of the proof keep both processors busy meanwhile. */
const PATIENCE_MS = 60_000
const LOOK_AGAIN_MS = 80
/** As the WebDriver standard names it. */
const CONTROL = '\uE009'

/** What is meant: the first of the elements that can be seen. */
export interface Target {
  readonly css: string
  /** Its label, or its whole text. */
  readonly text?: string
}

interface Place {
  readonly x: number
  readonly y: number
  /** What lies over the point, when it is something else. */
  readonly cover: string | undefined
}

/** Centre of the first visible element, brought into view. */
function placeOf({ css, text }: Target): Place | null {
  const words = (one: Element): string => (one.getAttribute('aria-label') ?? one.textContent ?? '').trim()
  const all = [...document.querySelectorAll<HTMLElement>(css)].filter((one) => text === undefined || words(one) === text)
  const target = all.find((one) => one.getClientRects().length > 0 && getComputedStyle(one).visibility === 'visible')
  if (target === undefined) return null
  const inside = ({ top, bottom, left, right }: DOMRect) => top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth
  if (!inside(target.getBoundingClientRect())) target.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
  const frame = target.getBoundingClientRect()
  const x = Math.round(frame.x + frame.width / 2)
  const y = Math.round(frame.y + frame.height / 2)
  const top = document.elementFromPoint(x, y)
  const label = target.closest('label')
  const free = top !== null && (target.contains(top) || top.contains(target) || label?.contains(top) === true)
  return { x, y, cover: free ? undefined : `${top?.tagName} ${top?.className} “${words(top ?? target).slice(0, 60)}”` }
}

const typed = (text: string): Action[] =>
  [...text].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ])

export class Hand {
  readonly #tab: RawTab

  constructor(tab: RawTab) {
    this.#tab = tab
  }

  /** Runs a function in the page. It sees its argument alone, both come and go as JSON. */
  async run<Argument, Result>(inPage: (argument: Argument) => Result | Promise<Result>, argument: Argument): Promise<Result> {
    const source = `(text) => Promise.resolve(JSON.parse(text)).then(${inPage}).then((value) => JSON.stringify(value ?? null))`
    return JSON.parse(await this.#tab.call(source, JSON.stringify(argument ?? null))) as Result
  }

  /** Waits until the page answers something true. @throws Error with the last answer */
  async until<Argument>(what: string, inPage: (argument: Argument) => unknown, argument: Argument, within = PATIENCE_MS): Promise<void> {
    let last: unknown
    for (const end = Date.now() + within; Date.now() < end; await sleep(LOOK_AGAIN_MS)) {
      // A page may be on its way to the next.
      last = await this.run(inPage, argument).catch((error: Error) => error.message)
      if (last === true) return
    }
    const said = () => [...document.querySelectorAll('[role="alert"], [aria-invalid="true"]')].map((one) => one.textContent).join(' | ')
    const alerts = await this.run(said, null).catch((error: Error) => error.message)
    throw new Error(`${what}: it did not come to pass (${JSON.stringify(last)}); the page says "${alerts}"`)
  }

  /** Opens an address and waits until the application has taken over what the server drew. */
  async open(url: string): Promise<void> {
    await this.#tab.navigate(url)
    const isTaken = (): boolean => {
      const main = document.querySelector('main')
      return main !== null && Object.keys(main).some((key) => key.startsWith('__react'))
    }
    await this.until('the application runs', isTaken, null)
  }

  /** Where to press: it must stand still, and nothing may lie over it. */
  async #find(target: Target): Promise<Place> {
    let before: Place | null = null
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(LOOK_AGAIN_MS)) {
      const place = await this.run(placeOf, target)
      const still = place !== null && place.x === before?.x && place.y === before.y
      if (still && (place.cover ?? null) === null) return place
      before = place
    }
    const why = before === null ? 'is not to be seen' : `lies under ${before.cover ?? 'nothing, but moves'}`
    throw new Error(`${target.css} ${target.text ?? ''} ${why}`)
  }

  async click(target: Target): Promise<void> {
    const { x, y } = await this.#find(target)
    const actions: Action[] = [
      { type: 'pointerMove', x, y },
      { type: 'pointerDown', button: 0 },
      { type: 'pause', duration: 40 },
      { type: 'pointerUp', button: 0 },
    ]
    await this.#tab.perform([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }])
  }

  /** Types into what has the focus. */
  async keys(text: string): Promise<void> {
    await this.#tab.perform([{ type: 'key', id: 'keyboard', actions: typed(text) }])
  }

  /** Clicks into a field and types, as people do, who expect the click to select what stands there. @returns what the field shows then */
  async write(css: string, text: string): Promise<string> {
    await this.click({ css })
    await this.keys(text)
    return this.run((name) => document.querySelector<HTMLInputElement>(name)?.value ?? '', css)
  }

  /** Replaces what a field holds, whatever a click into it selects. */
  async overwrite(css: string, text: string): Promise<void> {
    await this.click({ css })
    const all: Action[] = [
      { type: 'keyDown', value: CONTROL },
      { type: 'keyDown', value: 'a' },
      { type: 'keyUp', value: 'a' },
      { type: 'keyUp', value: CONTROL },
    ]
    await this.#tab.perform([{ type: 'key', id: 'keyboard', actions: [...all, ...typed(text)] }])
  }

  async picture(path: string): Promise<void> {
    writeFileSync(path, await this.#tab.picture())
  }

  /** The window as it stands, as PNG. */
  look(): Promise<Buffer> {
    return this.#tab.picture()
  }

  resize(width: number, height: number): Promise<void> {
    return this.#tab.resize(width, height)
  }

  close(): Promise<void> {
    return this.#tab.close()
  }
}
