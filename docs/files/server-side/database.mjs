/** The newest news from the agent's SQLite file: node database.mjs news.db */
import Database from 'better-sqlite3'

const news = new Database(process.argv[2], { readonly: true, timeout: 5000 })
const newest = news.prepare(`
  SELECT news_id, title, news_date FROM published_news
  WHERE site_id = ? AND lang = ? ORDER BY news_date_time DESC, news_id DESC LIMIT 10`)
const files = news.prepare(`
  SELECT url FROM published_attachments
  WHERE site_id = 'academy' AND lang = 'en-US' AND news_id = ? ORDER BY position`)
for (const { news_id, title, news_date } of newest.all('academy', 'en-US')) {
  console.log(news_date, title, ...files.all(news_id).map(({ url }) => url))
}
news.close()
