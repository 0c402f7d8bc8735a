/**
 * A component whose script is fetched when it is first drawn. Unlike `React.lazy`, a part whose script could not be fetched is asked for
 * again when someone presses Retry: the panel or page around it calls `retryParts` before it draws anew.
 */
import { type ComponentType, createElement, type ReactNode, use } from 'react'

/** Pauses before another try, in ms. */
const PAUSES_MS: readonly number[] = [500, 2000]

async function persist<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  for (const pause of PAUSES_MS) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return load()
}

const failed = new Set<() => void>()

/** Lets every part that could not be fetched be asked for once more. */
export function retryParts(): void {
  for (const forget of failed) forget()
  failed.clear()
}

/**
 * @param load fetches the script and answers the component; drawn inside a Suspense boundary, unless `ready` was awaited before: then the
 * first drawing has it, on a server too
 */
export function part<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ((props: Props) => ReactNode) & { readonly ready: () => Promise<void> } {
  let there: ComponentType<Props> | undefined
  let fetched: Promise<ComponentType<Props>> | undefined
  const ask = (): Promise<ComponentType<Props>> => {
    if (fetched !== undefined) return fetched
    fetched = persist(load)
    fetched.catch(() =>
      failed.add(() => {
        fetched = undefined
      }),
    )
    return fetched
  }
  const draw = (props: Props) => createElement(there ?? use(ask()), props)
  const ready = async (): Promise<void> => {
    there = await ask()
  }
  return Object.assign(draw, { ready })
}
