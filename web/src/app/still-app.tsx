/** The application for one address without a history behind it: what the server draws first. */
import type { ComponentType } from 'react'
import { createPath, Router, type To } from 'react-router'
import { Shell } from './shell.tsx'

const STILL = {
  createHref: (to: To) => (typeof to === 'string' ? to : createPath(to)),
  push() {},
  replace() {},
  go() {},
}

interface StillAppProps {
  readonly pathname: string
  /** With its question mark, or empty. */
  readonly search: string
  readonly Page: ComponentType
}

export function StillApp({ pathname, search, Page }: StillAppProps) {
  return (
    <Router location={{ pathname, search, hash: '', state: null, key: 'default' }} navigator={STILL} static>
      <Shell at="default">
        <Page />
      </Shell>
    </Router>
  )
}
