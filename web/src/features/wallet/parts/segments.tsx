/** Blocks on the way: one piece for each, or one bar where there are too many to count by eye. */
const MOST = 24

export function Segments({ count, needed }: { readonly count: number; readonly needed: number }) {
  if (needed > MOST || needed < 1)
    return (
      <span aria-hidden="true" className="block h-1 overflow-hidden rounded-full bg-press">
        <span className="block h-full bg-fg" style={{ inlineSize: `${needed < 1 ? 100 : Math.floor((count * 100) / needed)}%` }} />
      </span>
    )
  return (
    <span aria-hidden="true" className="flex gap-[3px]">
      {Array.from({ length: needed }, (_, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces are all alike and never move
          key={index}
          className={`h-1 flex-1 rounded-full ${index < count ? 'bg-fg' : index === count ? 'bg-ctl motion-safe:animate-pulse' : 'bg-press'}`}
        />
      ))}
    </span>
  )
}
