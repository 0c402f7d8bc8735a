/** Colour arithmetic for tenant colours: contrast by WCAG 2, lightness by OKLCH. Pure. */

export interface Rgb {
  /** Channels 0…255. */
  readonly r: number
  readonly g: number
  readonly b: number
}

/** `#RRGGBB` or `#RGB`, else undefined. */
export function parseHex(text: string): Rgb | undefined {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text)
  const full =
    short === null
      ? text
      : `#${short
          .slice(1)
          .map((digit) => digit + digit)
          .join('')}`
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(full)
  if (match === null) return undefined
  const [r, g, b] = match.slice(1).map((pair) => Number.parseInt(pair, 16))
  return { r: r ?? 0, g: g ?? 0, b: b ?? 0 }
}

export function toHex({ r, g, b }: Rgb): string {
  return `#${[r, g, b]
    .map((channel) =>
      Math.round(Math.min(255, Math.max(0, channel)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

const toLinear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)
const toGamma = (channel: number) => (channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055)

function luminance({ r, g, b }: Rgb): number {
  return 0.2126 * toLinear(r / 255) + 0.7152 * toLinear(g / 255) + 0.0722 * toLinear(b / 255)
}

/** Contrast ratio 1…21. */
export function contrast(first: Rgb, second: Rgb): number {
  const [light, dark] = [luminance(first), luminance(second)].sort((a, b) => b - a)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

interface Oklch {
  readonly l: number
  readonly c: number
  readonly h: number
}

function toOklch({ r, g, b }: Rgb): Oklch {
  const [red, green, blue] = [toLinear(r / 255), toLinear(g / 255), toLinear(b / 255)]
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return { l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, c: Math.hypot(a, bb), h: Math.atan2(bb, a) }
}

function fromOklch({ l, c, h }: Oklch): Rgb {
  const [a, b] = [c * Math.cos(h), c * Math.sin(h)]
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const channel = (value: number) => 255 * toGamma(Math.min(1, Math.max(0, value)))
  return {
    r: channel(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    g: channel(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    b: channel(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  }
}

/** The colour moved in lightness, towards white or black, until it reaches `ratio` on every ground; hue stays, chroma shrinks near the ends. */
export function readableOn(colour: Rgb, grounds: readonly Rgb[], ratio: number): Rgb {
  const reaches = (candidate: Rgb) => grounds.every((ground) => contrast(candidate, ground) >= ratio)
  if (reaches(colour)) return colour
  const start = toOklch(colour)
  const lighter = grounds.every((ground) => luminance(ground) < 0.18)
  for (let step = 1; step <= 100; step += 1) {
    const l = lighter ? Math.min(1, start.l + step / 100) : Math.max(0, start.l - step / 100)
    const room = lighter ? (1 - l) / Math.max(0.01, 1 - start.l) : l / Math.max(0.01, start.l)
    const candidate = parseHex(toHex(fromOklch({ ...start, l, c: start.c * Math.min(1, room + 0.35) })))
    if (candidate !== undefined && reaches(candidate)) return candidate
  }
  return lighter ? { r: 255, g: 255, b: 255 } : { r: 0, g: 0, b: 0 }
}

/** Black or white, whichever is easier to read on the colour. One of them always reaches 4.5:1. */
export function inkOn(colour: Rgb): '#000000' | '#ffffff' {
  const white = contrast(colour, { r: 255, g: 255, b: 255 })
  const black = contrast(colour, { r: 0, g: 0, b: 0 })
  return black >= white ? '#000000' : '#ffffff'
}

export function scaled({ r, g, b }: Rgb, factor: number): Rgb {
  return { r: Math.round(r * factor), g: Math.round(g * factor), b: Math.round(b * factor) }
}

/** `share` of the colour (0…1) on white. */
export function mixedWithWhite({ r, g, b }: Rgb, share: number): Rgb {
  const mix = (channel: number) => Math.round(channel * share + 255 * (1 - share))
  return { r: mix(r), g: mix(g), b: mix(b) }
}
