/** The frame of the terminal before its pair is known: the same grid, so that nothing moves when it comes. */
import { useT } from '../i18n/i18n.ts'
import { SkeletonRows } from '../ui/skeleton.tsx'

export function TerminalSkeleton() {
  const t = useT()
  return (
    <div
      role="status"
      aria-label={t('terminal:page.loading')}
      className="grid h-[calc(100dvh-var(--header))] min-h-[620px] gap-px bg-line lg:grid-cols-[minmax(0,1fr)_320px] xl:grid-cols-[minmax(0,1fr)_300px_320px]"
    >
      <div className="bg-panel">
        <SkeletonRows rows={8} height={52} />
      </div>
      <div className="bg-panel max-lg:hidden">
        <SkeletonRows rows={16} height={24} />
      </div>
      <div className="bg-panel max-xl:hidden">
        <SkeletonRows rows={8} height={48} />
      </div>
    </div>
  )
}
