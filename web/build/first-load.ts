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

/** As many as a browser has connections for at first; asking for each takes it most of a millisecond. */
const AT_ONCE = 6

/**
 * Runs the scripts of the entry and those of the page, which the server fills in, one after the other. Chromium gives each a task of its
 * own then, between which it draws and answers, where the imports of one script all run in one; other browsers may run those together that
 * are ready. A page without a first screen, or one that nobody looks at yet, does not wait; neither does a browser that cannot tell when it
 * has drawn.
 */
const starter = (imported: readonly string[], entry: string): string => `<script nonce="__NONCE__">
      !(function (files) {
        function start() {
          files.splice(0, document.hidden ? files.length : ${AT_ONCE}).forEach(function (file) {
            document.head.append(Object.assign(document.createElement('script'), { type: 'module', crossOrigin: '', async: false, src: file }))
          })
          if (files.length > 0) setTimeout(start)
        }
        if (!document.getElementById('root').firstElementChild || document.hidden) return start()
        if (!(self.PerformanceObserver && PerformanceObserver.supportedEntryTypes || []).includes('paint')) return start()
        new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
        setTimeout(start, 2000)
      })([${imported.map((file) => `'${file}', `).join('')}/*agio:early*/'${entry}',/*agio:late*/])
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
          .replace(/\s*<\/body>/, () => `\n    ${starter(imported, entry)}`)
      },
    },
  }
}
