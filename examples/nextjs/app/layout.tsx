import type { ReactNode } from 'react'
import { findVisit } from '../visits'

export default async function Layout({ children }: { children: ReactNode }) {
  const visit = await findVisit()
  return (
    <html lang={visit?.language}>
      <body>{children}</body>
    </html>
  )
}
