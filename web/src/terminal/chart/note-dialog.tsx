/** Asks for the words of a note on the chart. */
import { type FormEvent, useState } from 'react'
import { NOTE_MOST } from '../../chart/drawings.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'

interface NoteDialogProps {
  /** What the note says so far. */
  readonly text: string
  /** Told the words; those it had when the dialog is left. */
  readonly onText: (text: string) => void
}

export function NoteDialog({ text, onText }: NoteDialogProps) {
  const t = useT()
  const [words, setWords] = useState(text)
  const save = (event: FormEvent) => {
    event.preventDefault()
    onText(words)
  }
  return (
    <Dialog title={t('terminal:tool.note')} onClose={() => onText(text)} width={360}>
      <form onSubmit={save} className="flex flex-col gap-4">
        <TextField
          label={t('terminal:tool.words')}
          name="note"
          data-focus
          autoComplete="off"
          maxLength={NOTE_MOST}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <Button type="submit" look="primary">
          {t('terminal:edit.save')}
        </Button>
      </form>
    </Dialog>
  )
}
