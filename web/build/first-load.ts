/**
 * What the page announces in its head, and when its scripts come. The first screen comes as markup, so the look goes first: the letters
 * are fetched at once, and the scripts, which only bring it to life, are asked for when it stands on the screen. On a slow line they
 * would otherwise share it with the look, and on a slow processor the drawing would wait for them.
 */
import type { Plugin } from 'vite'

const STYLESHEET = /<link rel="stylesheet"[^>]*>/
const LETTERS = /inter-latin-opsz[^/]*\.woff2$/
const SCRIPT = /\s*<script type="module"[^>]*\bsrc="([^"]+)"[^>]*><\/script>/
const PRELOAD = /\s*<link rel="modulepreload"[^>]*\bhref="([^"]+)"[^>]*>/g

/**
 * The files of the page, which the server fills in, and of the entry; the last one is run. A page without a first screen, or one that
 * nobody looks at yet, does not wait; neither does a browser that cannot tell when it has drawn.
 */
const starter = (files: readonly string[]): string => `<script nonce="__NONCE__">
      !(function (files) {
        function start() {
          files.forEach(function (file, index) {
            var element = document.createElement(index < files.length - 1 ? 'link' : 'script')
            if (index < files.length - 1) element.rel = 'modulepreload'
            else element.type = 'module'
            element.crossOrigin = ''
            element[index < files.length - 1 ? 'href' : 'src'] = file
            document.head.append(element)
          })
          files = []
        }
        if (!document.getElementById('root').firstElementChild || document.hidden) return start()
        if (!(self.PerformanceObserver && PerformanceObserver.supportedEntryTypes || []).includes('paint')) return start()
        new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
        setTimeout(start, 2000)
      })([/*agio:scripts*/${files.map((file) => `'${file}'`).join(', ')}])
    </script>
  </body>`

export function firstLoad(): Plugin {
  return {
    name: 'first-load',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const letters = Object.keys(bundle ?? {}).find((name) => LETTERS.test(name))
        const preload = letters === undefined ? '' : `<link rel="preload" href="/${letters}" as="font" type="font/woff2" crossorigin>`
        const look = STYLESHEET.exec(html)?.[0] ?? ''
        const entry = SCRIPT.exec(html)?.[1]
        if (entry === undefined) throw new Error('index.html has no script')
        const imported = [...html.matchAll(PRELOAD)].flatMap(([, file]) => file ?? [])
        return html
          .replace(STYLESHEET, '')
          .replace(SCRIPT, '')
          .replaceAll(PRELOAD, '')
          .replace('<!--agio:head-->', `${look}${preload}<!--agio:head-->`)
          .replace(/\s*<\/body>/, () => `\n    ${starter([...imported, entry])}`)
      },
    },
  }
}
