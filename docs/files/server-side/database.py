"""The newest news from the agent's SQLite file: python3 database.py news.db"""

import sqlite3
import sys

news = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True, timeout=5)
news.row_factory = sqlite3.Row
for entry in news.execute(
    """SELECT news_id, title, news_date FROM published_news
       WHERE site_id = ? AND lang = ? ORDER BY news_date_time DESC, news_id DESC LIMIT 10""",
    ("academy", "en-US"),
):
    files = news.execute(
        """SELECT url FROM published_attachments
           WHERE site_id = 'academy' AND lang = 'en-US' AND news_id = ? ORDER BY position""",
        (entry["news_id"],),
    )
    print(entry["news_date"], entry["title"], *[file["url"] for file in files])
news.close()
