/** The drawing tools beside the chart; they come with the chart that they draw on. */
import { Eye, EyeOff, type LucideIcon, Minus, MoveUpRight, Ruler, Table2, Trash2, TrendingUp, Type } from 'lucide-react'
import { useState } from 'react'
import type { ChartPort, DrawingTool } from '../../../chart/chart-port.ts'
import { useT } from '../../../i18n/i18n.ts'
import { Icon } from '../../../ui/icons.tsx'

const TOOLS: readonly (readonly [DrawingTool, LucideIcon])[] = [
  ['segment', TrendingUp],
  ['horizontalStraightLine', Minus],
  ['rayLine', MoveUpRight],
  ['parallelStraightLine', Table2],
  ['fibonacciLine', Ruler],
  ['simpleAnnotation', Type],
]

export function DrawingRail({ port }: { readonly port: ChartPort }) {
  const t = useT()
  const [shown, setShown] = useState(true)
  const button = 'flex size-7 items-center justify-center rounded-chip text-muted hover:bg-hover hover:text-fg'
  return (
    <div
      role="toolbar"
      aria-orientation="vertical"
      aria-label={t('terminal:chart.tools')}
      className="flex flex-col items-center gap-1 py-1.5"
    >
      {TOOLS.map(([tool, drawing]) => (
        <button
          key={tool}
          type="button"
          aria-label={t(`terminal:tool.${tool}`)}
          title={t(`terminal:tool.${tool}`)}
          onClick={() => port.draw(tool)}
          className={button}
        >
          <Icon as={drawing} size={16} />
        </button>
      ))}
      <button
        type="button"
        aria-pressed={!shown}
        aria-label={t('terminal:tool.hide')}
        title={t('terminal:tool.hide')}
        onClick={() => {
          port.setDrawingsVisible(!shown)
          setShown(!shown)
        }}
        className={button}
      >
        <Icon as={shown ? Eye : EyeOff} size={16} />
      </button>
      <button
        type="button"
        aria-label={t('terminal:tool.clear')}
        title={t('terminal:tool.clear')}
        onClick={() => port.clearDrawings()}
        className={button}
      >
        <Icon as={Trash2} size={16} />
      </button>
    </div>
  )
}
