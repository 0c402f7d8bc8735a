/** An address as people compare it: groups of four, five in a row, the first and the last marked. Left to right in every language. */
import { groups } from '@agio/chain/address/guard.ts'

/** A prefix stays with the group behind it: `0x7A3f`. */
function joined(address: string): readonly string[] {
  const [first, second, ...rest] = groups(address)
  if (first === undefined || second === undefined || first.length === 4) return groups(address)
  return [first + second, ...rest]
}

export function GroupGrid({ address }: { readonly address: string }) {
  const shown = joined(address)
  const last = shown.length - 1
  return (
    <span
      dir="ltr"
      data-address={address}
      className="code inline-grid grid-cols-[repeat(5,auto)] justify-start gap-x-5 text-[15px] leading-6 text-muted max-[359px]:grid-cols-[repeat(4,auto)] max-[359px]:gap-x-3"
    >
      {shown.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups of one address never move
        <span key={index} className={index === 0 || index === last ? 'font-bold text-fg' : ''}>
          {group}
        </span>
      ))}
    </span>
  )
}
