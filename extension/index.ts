/** `schoolbell/extension`: what a school-run web-app needs when the mobile app opens it. */
export * from './entrance.ts'
