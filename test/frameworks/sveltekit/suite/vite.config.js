import adapter from '@sveltejs/adapter-node'
import { sveltekit } from '@sveltejs/kit/vite'
import { defineConfig } from 'vite'

// SvelteKit's own check of forms is off, so that the kit's is tested.
export default defineConfig({ plugins: [sveltekit({ adapter: adapter(), csrf: { trustedOrigins: ['*'] } })] })
