/** A few figures in a row, each with its name. */
interface FactGridProps {
  readonly facts: readonly (readonly [name: string, value: string])[]
}

export function FactGrid({ facts }: FactGridProps) {
  return (
    <dl className="card grid grid-cols-2 gap-y-4 p-5 max-md:p-4 lg:grid-cols-4">
      {facts.map(([name, value]) => (
        <div key={name} className="min-w-0 pe-3">
          <dt className="text-small text-muted">{name}</dt>
          <dd className="text-[15px] font-semibold">
            <bdi className="num">{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
