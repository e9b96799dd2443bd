/** `vite build` of the widget with one mutant at work: Stryker's own switch reads the environment, which a page has not. */
import { defineConfig } from 'vite'

const active = JSON.stringify({ __STRYKER_ACTIVE_MUTANT__: process.env.__STRYKER_ACTIVE_MUTANT__ })

export default defineConfig({
  plugins: [
    {
      name: 'active-mutant',
      transform: {
        filter: { code: 'stryNS_' },
        handler: code => code.replace(/var g = .*;/, `var g = { process: { env: ${active} } };`),
      },
    },
  ],
  publicDir: false,
  build: {
    outDir: 'dist/widget',
    target: ['chrome103', 'firefox102', 'safari16'],
    lib: { entry: { 'school-popup': 'widget/from-tag.ts' }, formats: ['es'], fileName: '[name]' },
  },
})
