/**
 * Lets a script that could not be fetched be asked for once more. Browsers keep the failure of a module's address (the standard says so,
 * and Chromium does it from 150 on): the next `import()` of it fails without a request. So every `import()` of the build tries another
 * address of the same file when its own has failed, a new one each time.
 */
import type { Plugin } from 'vite'

/** `import()` of a file of the build, as the minifier writes it. */
const DYNAMIC_IMPORT = /\bimport\(([`'"])(\.\/[\w.-]+\.js)\1\)/g

export function fetchAgain(): Plugin {
  return {
    name: 'agio-fetch-again',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        let imports = 0
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue
          chunk.code = chunk.code.replace(DYNAMIC_IMPORT, (own: string, _quote: string, file: string) => {
            imports += 1
            return `${own}.catch(()=>import(\`${file}?again=\${Date.now()}\`))`
          })
        }
        if (imports === 0) this.error('no import() was found: the form in which they are written has changed')
      },
    },
  }
}
