/**
 * What the page announces in its head. The first screen comes as markup, so the look goes first: the letters are fetched at once, and
 * scripts, which only bring it to life, give way to them.
 */
import type { Plugin } from 'vite'

const STYLESHEET = /<link rel="stylesheet"[^>]*>/
const LETTERS = /inter-latin-opsz[^/]*\.woff2$/

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
        return html
          .replace(STYLESHEET, '')
          .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
          .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"')
          .replace('<!--agio:head-->', `${look}${preload}<!--agio:head-->`)
      },
    },
  }
}
