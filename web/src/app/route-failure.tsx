/** A page that could not be drawn: says so, offers another try, keeps the header. */
import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { useT } from '../i18n/i18n.ts'
import { ErrorPanel } from '../ui/error-panel.tsx'

export function RouteFailure() {
  const t = useT()
  const error = useRouteError()
  useEffect(() => console.error('page failed', error), [error])
  return (
    <div className="page-column py-16">
      <h1 className="text-title mb-4">{t('shell:failure.title')}</h1>
      <div className="card">
        <ErrorPanel title={t('shell:failure.text')} text={t('shell:failure.next')} error={error} onRetry={() => window.location.reload()} />
      </div>
    </div>
  )
}
