/** The application for one address without a history behind it: what the server draws first. */
import type { ComponentType } from 'react'
import { AtPlace } from '../ui/navigation.tsx'
import { Shell } from './shell.tsx'

const STILL = {
  push() {},
  replace() {},
}

interface StillAppProps {
  readonly pathname: string
  /** With its question mark, or empty. */
  readonly search: string
  readonly Page: ComponentType
}

export function StillApp({ pathname, search, Page }: StillAppProps) {
  return (
    <AtPlace location={{ pathname, search, hash: '', state: null, key: 'default' }} navigator={STILL}>
      <Shell at="default">
        <Page />
      </Shell>
    </AtPlace>
  )
}
