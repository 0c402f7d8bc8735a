/** Tabs with one tab stop: arrows follow the reading direction, Home and End go to the ends. */
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

export interface TabItem<Value extends string> {
  readonly value: Value
  readonly label: ReactNode
  /** Small number in a pill after the label; `--` while it is not known. */
  readonly count?: number | '--' | undefined
}

interface TabListProps<Value extends string> {
  readonly label: string
  readonly tabs: readonly TabItem<Value>[]
  readonly value: Value
  readonly onChange: (value: Value) => void
  /** Id that `TabPanel` shares; absent when nothing below is a panel of its own. */
  readonly id?: string
  /** Height in px. */
  readonly height?: 36 | 40 | 44 | 48 | 52
  readonly className?: string
}

const HEIGHTS = { 36: 'h-9', 40: 'h-10', 44: 'h-11', 48: 'h-12', 52: 'h-13' } as const

function stepOf(key: string, rtl: boolean): number | 'first' | 'last' | undefined {
  if (key === 'ArrowRight') return rtl ? -1 : 1
  if (key === 'ArrowLeft') return rtl ? 1 : -1
  if (key === 'Home') return 'first'
  return key === 'End' ? 'last' : undefined
}

export function TabList<Value extends string>({ label, tabs, value, onChange, id, height = 36, className = '' }: TabListProps<Value>) {
  const ownId = useId()
  const base = id ?? ownId
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOf(event.key, document.documentElement.dir === 'rtl')
    if (step === undefined) return
    event.preventDefault()
    const at = tabs.findIndex((tab) => tab.value === value)
    const next = step === 'first' ? 0 : step === 'last' ? tabs.length - 1 : (at + step + tabs.length) % tabs.length
    const tab = tabs[next]
    if (tab === undefined) return
    onChange(tab.value)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus()
  }
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      onKeyDown={onKeyDown}
      className={`flex gap-5 overflow-x-auto [scrollbar-width:none] ${className}`}
    >
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={`${base}-tab-${tab.value}`}
          aria-selected={tab.value === value}
          aria-controls={id === undefined ? undefined : `${base}-panel`}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
          className={`relative flex shrink-0 items-center gap-1.5 text-dense font-medium whitespace-nowrap transition-colors duration-(--fast) -outline-offset-2 ${HEIGHTS[height]} ${tab.value === value ? 'text-fg after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:bg-theme' : 'text-muted hover:text-fg'}`}
        >
          <span className="inline-flex items-center gap-1.5">{tab.label}</span>
          {tab.count !== undefined && (
            <span className="num min-w-4 rounded-full bg-press px-1 text-center text-micro text-fg">{tab.count}</span>
          )}
        </button>
      ))}
    </div>
  )
}

/** The panel that a TabList with the same id controls. */
export function TabPanel({
  id,
  value,
  children,
  className,
}: {
  readonly id: string
  readonly value: string
  readonly children: ReactNode
  readonly className?: string
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a tab panel is a tab stop so that keyboard readers reach its text
    <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${value}`} tabIndex={0} className={className}>
      {children}
    </div>
  )
}
