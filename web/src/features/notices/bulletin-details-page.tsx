/** `/bulletin/details?id=&classMenu=`: an announcement of a class, with the ones before and after it in that class. */
import { useT } from '../../i18n/i18n.ts'
import { bulletinPath, paths } from '../../paths.ts'
import { useSearchParams } from '../../ui/navigation.tsx'
import { BulletinArticle } from './bulletin-article.tsx'

export function BulletinDetailsPage() {
  const t = useT()
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  const classId = search.get('classMenu') ?? ''
  return (
    <div className="page-column w-full flex-1 py-8">
      <BulletinArticle
        key={`${id} ${classId}`}
        id={id === '' ? '-' : id}
        classId={classId}
        home={{ to: paths.messageCentre, label: t('notices:centre') }}
        target={(other) => bulletinPath(other, classId)}
      />
    </div>
  )
}
