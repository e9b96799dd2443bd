/** A page as proxies put up in front of a service that is being worked on: HTML where a client expects JSON. */
export const MAINTENANCE_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Maintenance</title>
<h1>We’ll be back soon</h1>
<p>The school information system is being worked on. Please try again later.
<p lang="zh-HK">系統維護中，請稍後再試。
</html>
`
