/** The drawing tools beside the chart; they come with the chart that they draw on. */
import { Eye, EyeOff, type LucideIcon, Minus, MoveUpRight, Ruler, Table2, Trash2, TrendingUp, Type } from 'lucide-react'
import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { DrawingTool } from '../../chart/chart-port.ts'
import type { DrawingBoard } from '../../chart/drawings.ts'
import { useT } from '../../i18n/i18n.ts'
import { Icon } from '../../ui/icons.tsx'
import { part } from '../../ui/part.tsx'
import { toast } from '../../ui/toast-store.ts'

const NoteDialog = part(async () => (await import('./note-dialog.tsx')).NoteDialog)

const TOOLS: readonly (readonly [DrawingTool, LucideIcon])[] = [
  ['segment', TrendingUp],
  ['horizontalStraightLine', Minus],
  ['rayLine', MoveUpRight],
  ['parallelStraightLine', Table2],
  ['fibonacciLine', Ruler],
  ['note', Type],
]

interface ToolButtonProps {
  readonly label: string
  readonly pressed?: boolean
  readonly disabled?: boolean
  readonly onPress: () => void
  readonly children: ReactNode
}

function ToolButton({ label, pressed, disabled = false, onPress, children }: ToolButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      aria-disabled={disabled || undefined}
      onClick={() => {
        if (!disabled) onPress()
      }}
      className={`flex size-7 items-center justify-center rounded-chip ${pressed === true ? 'bg-theme-10 text-theme-text' : 'text-muted hover:bg-hover hover:text-fg'} aria-disabled:opacity-40`}
    >
      {children}
    </button>
  )
}

/** What hears keys itself: a field, an order's label, a row of the book. */
const CONTROLS = 'a, button, input, textarea, select, dialog, [role=dialog], [tabindex="0"]'

/** Escape gives up what is being drawn; Delete removes what was pressed last. */
function useDrawingKeys(board: DrawingBoard, rail: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { active, selected } = board.state()
      const control = event.target instanceof Element ? event.target.closest(CONTROLS) : null
      if (control !== null && rail.current?.contains(control) !== true) return
      if (event.key === 'Escape' && active !== undefined) board.cancel()
      else if ((event.key === 'Delete' || event.key === 'Backspace') && selected !== undefined) board.remove(selected)
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [board, rail])
}

export function DrawingRail({ board }: { readonly board: DrawingBoard }) {
  const t = useT()
  const { list, active, selected, writing } = useSyncExternalStore(board.subscribe, board.state)
  const [shown, setShown] = useState(true)
  const rail = useRef<HTMLDivElement>(null)
  useDrawingKeys(board, rail)
  useEffect(
    () =>
      board.onRemoved((undo) =>
        toast({
          kind: 'info',
          title: t('terminal:tool.removed'),
          action: { label: t('terminal:toast.undo'), onPress: undo },
        }),
      ),
    [board, t],
  )
  const note = writing === undefined ? undefined : list[writing]
  return (
    <div
      ref={rail}
      role="toolbar"
      aria-orientation="vertical"
      aria-label={t('terminal:chart.tools')}
      className="flex flex-col items-center gap-1 py-1.5"
    >
      {TOOLS.map(([tool, drawing]) => (
        <ToolButton
          key={tool}
          label={t(`terminal:tool.${tool}`)}
          pressed={active === tool}
          onPress={() => {
            setShown(true)
            if (active === tool) board.cancel()
            else board.begin(tool)
          }}
        >
          <Icon as={drawing} size={16} />
        </ToolButton>
      ))}
      <ToolButton
        label={t('terminal:tool.hide')}
        pressed={!shown}
        onPress={() => {
          board.show(!shown)
          setShown(!shown)
        }}
      >
        <Icon as={shown ? Eye : EyeOff} size={16} />
      </ToolButton>
      <ToolButton
        label={t(selected === undefined ? 'terminal:tool.clear' : 'terminal:tool.remove')}
        disabled={list.length === 0}
        onPress={() => board.remove(selected)}
      >
        <Icon as={Trash2} size={16} />
      </ToolButton>
      <Suspense>{note !== undefined && <NoteDialog text={note.text ?? ''} onText={(text) => board.write(text)} />}</Suspense>
    </div>
  )
}
