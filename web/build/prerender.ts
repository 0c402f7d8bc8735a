/**
 * Builds what draws the first screen on the server: the same components in a bundle of its own, under `prerender/` beside the pages. It
 * holds everything it needs, so that the server depends on no package of the web application.
 */
import { join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'

export function prerender(): Plugin {
  let root = ''
  let folder = ''
  return {
    name: 'prerender',
    apply: 'build',
    configResolved(config) {
      root = config.root
      folder = resolve(config.root, config.build.outDir)
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      async handler() {
        await build({
          configFile: false,
          root,
          logLevel: 'warn',
          publicDir: false,
          plugins: [react({ compiler: true })],
          define: { 'process.env.NODE_ENV': JSON.stringify('production') },
          ssr: { noExternal: true },
          build: { ssr: 'src/prerender.tsx', outDir: join(folder, 'prerender'), emptyOutDir: true, target: 'node24', minify: false },
        })
      },
    },
  }
}
