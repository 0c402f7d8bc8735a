/** A picture for the account: chosen, looked at, sent. */
import { type FormEvent, useEffect, useState } from 'react'
import { removeAvatar, uploadAvatar } from '../../data/account/pictures.ts'
import { useCurrentUser } from '../../data/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button, ButtonPair } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useAction } from '../../ui/use-action.ts'

const BYTES_MAX = 5 * 1024 * 1024

/** An address by which the page can show a chosen file, for as long as it is chosen. */
function usePreview(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (file === undefined) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return file === undefined ? undefined : url
}

export function AvatarDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const { busy, refusal, run, clear } = useAction('account')
  const [file, setFile] = useState<File>()
  const preview = usePreview(file)
  const has = useCurrentUser()?.avatarUrl != null
  const large = file !== undefined && file.size > BYTES_MAX
  const finish = (work: () => Promise<void>) =>
    void run(async () => {
      await work()
      toast({ kind: 'success', title: t('account:saved') })
      onClose()
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (file !== undefined && !large) finish(() => uploadAvatar(file))
  }
  const fault = large ? t('account:avatar.large') : refusal?.text
  return (
    <Dialog title={t('account:avatar')} onClose={onClose} sheet>
      <form onSubmit={submit} className="flex flex-col gap-5">
        <div className="flex items-center gap-5">
          <span className="flex size-24 shrink-0 items-center justify-center overflow-hidden rounded-full bg-press text-small text-muted">
            {preview === undefined ? t('account:avatar.none') : <img src={preview} alt="" className="size-full object-cover" />}
          </span>
          <label className="min-w-0 flex-1 cursor-pointer text-dense">
            {/* The browser's own words on a file field follow the browser, not the language of the page. */}
            <input
              type="file"
              accept="image/png,image/jpeg,image/webp"
              onChange={(event) => {
                setFile(event.target.files?.[0])
                clear()
              }}
              aria-describedby="avatar-note"
              className="peer visually-hidden"
            />
            <span className="inline-flex h-9 items-center rounded-control border border-line2 bg-field px-4 font-semibold peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-fg hover:bg-hover pointer-coarse:h-11">
              {t('account:avatar.choose')}
            </span>
            <span className="mt-1.5 block truncate text-small text-muted">{file?.name}</span>
          </label>
        </div>
        <div id="avatar-note" aria-live="polite" className="text-small text-muted">
          {fault === undefined ? t('account:avatar.rules') : <p className="text-down-text">{fault}</p>}
        </div>
        <ButtonPair className="items-start">
          {has ? (
            <Button size={44} onClick={() => finish(removeAvatar)}>
              {t('account:avatar.remove')}
            </Button>
          ) : (
            <Button size={44} onClick={onClose}>
              {t('account:cancel')}
            </Button>
          )}
          <Button
            type="submit"
            look="primary"
            size={44}
            wide
            sending={busy}
            lockedBecause={file === undefined ? t('account:avatar.first') : undefined}
          >
            {t('account:save')}
          </Button>
        </ButtonPair>
      </form>
    </Dialog>
  )
}
