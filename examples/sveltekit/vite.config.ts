import adapter from '@sveltejs/adapter-node'
import { sveltekit } from '@sveltejs/kit/vite'
import { defineConfig } from 'vite'

// SvelteKit takes a form only from https, as phones have it, and from these addresses.
const trustedOrigins = ['http://127.0.0.1:4030']

export default defineConfig({
  plugins: [sveltekit({ adapter: adapter(), csrf: { trustedOrigins } })],
  // Built in, so that SvelteKit knows the kit’s refusals as its own errors.
  ssr: { noExternal: ['@schoolbell/extension'] },
})
