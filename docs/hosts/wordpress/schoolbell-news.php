<?php
/**
 * Plugin Name:       Schoolbell News
 * Description:       The school's news as [schoolbell_news] and its popup messages as [schoolbell_popup], from a schoolbell sync agent.
 * Version:           1.0.0
 * Requires at least: 5.9
 * Requires PHP:      7.4
 * License:           MIT
 * License URI:       https://opensource.org/license/mit
 *
 * Copy this file to wp-content/plugins/ and activate it. To change the defaults, edit wp-config.php:
 *
 *   define( 'SCHOOLBELL_AGENT', 'http://127.0.0.1:4020' ); // the agent's address for WordPress
 *   define( 'SCHOOLBELL_PATH', '/school' );                // the agent's path for visitors
 *   define( 'SCHOOLBELL_POPUP_ON', 'front' );              // messages without a shortcode: 'front' page or 'all' pages
 */

defined( 'ABSPATH' ) || exit;

defined( 'SCHOOLBELL_AGENT' ) || define( 'SCHOOLBELL_AGENT', 'http://127.0.0.1:4020' );
defined( 'SCHOOLBELL_PATH' ) || define( 'SCHOOLBELL_PATH', '/school' );
defined( 'SCHOOLBELL_POPUP_ON' ) || define( 'SCHOOLBELL_POPUP_ON', 'none' );

/** Seconds: until news is requested again, until an agent without a response is, and how long old news may be shown. */
const SCHOOLBELL_FRESH = 60;
const SCHOOLBELL_RETRY = 20;
const SCHOOLBELL_STALE = DAY_IN_SECONDS;

const SCHOOLBELL_TEXTS = array(
	'en-US' => array(
		'none'        => 'There is no news.',
		'unavailable' => 'The news cannot be shown at the moment.',
		'missing'     => 'This entry has been removed.',
		'back'        => 'All news',
		'files'       => 'Files',
		'date'        => 'j F Y',
	),
	'zh-HK' => array(
		'none'        => '暫無消息。',
		'unavailable' => '暫時未能顯示消息。',
		'missing'     => '此消息已被移除。',
		'back'        => '所有消息',
		'files'       => '附件',
		'date'        => 'Y年n月j日',
	),
);

add_shortcode( 'schoolbell_news', 'schoolbell_news' );
add_shortcode( 'schoolbell_popup', 'schoolbell_popup' );
add_action( 'wp_head', 'schoolbell_popup_in_head', 1 );
add_filter( 'get_canonical_url', 'schoolbell_canonical_url' );

/** [schoolbell_news site="academy" lang="zh-HK" limit="5"]: the list, or the entry in the page's address. */
function schoolbell_news( $attributes ) {
	$asked = schoolbell_attributes( $attributes, array( 'limit' => '5' ), 'schoolbell_news' );
	$query = array(
		'siteId' => $asked['site'],
		'lang'   => $asked['lang'],
	);
	$id    = schoolbell_requested_id();
	$texts = SCHOOLBELL_TEXTS[ $asked['lang'] ];
	if ( null !== $id ) {
		$news = schoolbell_fetch( $query + array( 'newsId' => $id ) );
		$html = schoolbell_entry( $news, $texts );
	} else {
		$news = schoolbell_fetch( $query + array( 'limit' => max( 1, min( 100, (int) $asked['limit'] ) ) ) );
		$html = schoolbell_list( $news, $texts );
	}
	return sprintf( '<div class="schoolbell-news" lang="%s">%s</div>', esc_attr( $asked['lang'] ), $html );
}

/** [schoolbell_popup site="academy"]: the tag that shows messages on this page. */
function schoolbell_popup( $attributes ) {
	$asked = schoolbell_attributes( $attributes, array(), 'schoolbell_popup' );
	return sprintf(
		'<script async fetchpriority="high" src="%s" data-site-id="%s" data-lang="%s"></script>',
		esc_url( SCHOOLBELL_PATH . '/widget/popup.js' ),
		esc_attr( $asked['site'] ),
		esc_attr( $asked['lang'] )
	);
}

function schoolbell_popup_in_head() {
	if ( 'all' === SCHOOLBELL_POPUP_ON || ( 'front' === SCHOOLBELL_POPUP_ON && is_front_page() ) ) {
		echo schoolbell_popup( array() ), "\n"; // phpcs:ignore WordPress.Security.EscapeOutput -- escaped above.
	}
}

/** Search engines index each entry as its own page. */
function schoolbell_canonical_url( $url ) {
	$id = schoolbell_requested_id();
	return null === $id ? $url : add_query_arg( 'school_news', rawurlencode( $id ), $url );
}

/** Site and language of a shortcode; the default language is the page's. */
function schoolbell_attributes( $attributes, $defaults, $shortcode ) {
	$asked         = shortcode_atts(
		$defaults + array(
			'site' => 'academy',
			'lang' => get_locale(),
		),
		$attributes,
		$shortcode
	);
	$asked['lang'] = 0 === stripos( $asked['lang'], 'zh' ) ? 'zh-HK' : 'en-US';
	return $asked;
}

/** The entry in this page's address; null without one. */
function schoolbell_requested_id() {
	// phpcs:ignore WordPress.Security -- only used to find an entry, and always escaped.
	$id = isset( $_GET['school_news'] ) ? wp_unslash( $_GET['school_news'] ) : null;
	return is_string( $id ) && '' !== $id && strlen( $id ) <= 500 ? $id : null;
}

function schoolbell_list( $news, $texts ) {
	if ( null === $news ) {
		return '<p>' . esc_html( $texts['unavailable'] ) . '</p>';
	}
	if ( array() === $news ) {
		return '<p>' . esc_html( $texts['none'] ) . '</p>';
	}
	$items = array();
	foreach ( $news as $entry ) {
		$link    = add_query_arg( 'school_news', rawurlencode( $entry['newsId'] ), get_permalink() );
		$items[] = sprintf(
			'<li><a href="%s">%s</a> %s</li>',
			esc_url( $link ),
			esc_html( $entry['title'] ),
			schoolbell_date( $entry, $texts )
		);
	}
	return '<ul>' . implode( "\n", $items ) . '</ul>';
}

function schoolbell_entry( $news, $texts ) {
	$back = sprintf( '<p><a href="%s">%s</a></p>', esc_url( get_permalink() ), esc_html( $texts['back'] ) );
	if ( empty( $news ) ) {
		return '<p>' . esc_html( $texts[ null === $news ? 'unavailable' : 'missing' ] ) . '</p>' . $back;
	}
	$entry   = $news[0];
	$picture = isset( $entry['coverUrl'] ) ? sprintf( '<p><img src="%s" alt=""></p>', esc_url( $entry['coverUrl'] ) ) : '';
	// The agent has sanitised the HTML; WordPress applies its own rules as well.
	return sprintf(
		'<article><h2>%s</h2><p>%s</p>%s%s%s</article>%s',
		esc_html( $entry['title'] ),
		schoolbell_date( $entry, $texts ),
		$picture,
		wp_kses_post( $entry['html'] ),
		schoolbell_files( $entry['attachments'], $texts ),
		$back
	);
}

function schoolbell_files( $attachments, $texts ) {
	$items = array();
	foreach ( $attachments as $file ) {
		$name    = rawurldecode( wp_basename( (string) wp_parse_url( $file['url'], PHP_URL_PATH ) ) );
		$items[] = sprintf(
			'<li><a href="%s">%s</a>%s</li>',
			esc_url( $file['url'] ),
			esc_html( $name ),
			isset( $file['fileSize'] ) ? esc_html( ' (' . size_format( $file['fileSize'] ) . ')' ) : ''
		);
	}
	return $items ? '<h3>' . esc_html( $texts['files'] ) . '</h3><ul>' . implode( "\n", $items ) . '</ul>' : '';
}

function schoolbell_date( $entry, $texts ) {
	$day = new DateTimeImmutable( $entry['date'] );
	return sprintf( '<time datetime="%s">%s</time>', esc_attr( $entry['date'] ), esc_html( $day->format( $texts['date'] ) ) );
}

/**
 * News entries from the agent, or the cached ones: a page waits for the agent at most once a minute, and shows the cached
 * news for a day while the agent is down.
 *
 * @return array[]|null null when there is no news to show.
 */
function schoolbell_fetch( $query ) {
	// add_query_arg encodes nothing.
	$url  = SCHOOLBELL_AGENT . '/v1/news?' . http_build_query( $query, '', '&', PHP_QUERY_RFC3986 );
	$key  = 'schoolbell_' . md5( $url );
	$cached = get_transient( $key );
	$cached = is_array( $cached ) ? $cached : null;
	if ( $cached && time() < $cached['ask_at'] ) {
		return $cached['items'];
	}
	if ( $cached ) {
		// Before the request: other visitors use the cached news meanwhile.
		schoolbell_cache( $key, $cached['items'], SCHOOLBELL_RETRY, $cached['good_until'] );
	}
	$response = wp_remote_get(
		$url,
		array(
			'timeout'             => 3,
			'redirection'         => 0,
			'limit_response_size' => 4 * MB_IN_BYTES,
			'headers'             => array( 'Accept' => 'application/json' ),
		)
	);
	$body   = 200 === wp_remote_retrieve_response_code( $response ) ? json_decode( wp_remote_retrieve_body( $response ), true ) : null;
	if ( ! is_array( $body ) || ! isset( $body['items'] ) || ! is_array( $body['items'] ) ) {
		if ( $cached ) {
			return $cached['items'];
		}
		// An agent without a response must not delay every visitor. Not for entries, whose ids anybody can make up.
		if ( ! isset( $query['newsId'] ) ) {
			schoolbell_cache( $key, null, SCHOOLBELL_RETRY, time() + SCHOOLBELL_RETRY );
		}
		return null;
	}
	if ( $body['items'] || ! isset( $query['newsId'] ) ) {
		schoolbell_cache( $key, $body['items'], SCHOOLBELL_FRESH, time() + SCHOOLBELL_STALE );
	} elseif ( $cached ) {
		delete_transient( $key );
	}
	return $body['items'];
}

function schoolbell_cache( $key, $items, $seconds, $good_until ) {
	$cached = array(
		'items'      => $items,
		'ask_at'     => time() + $seconds,
		'good_until' => $good_until,
	);
	set_transient( $key, $cached, max( 1, $good_until - time() ) );
}
