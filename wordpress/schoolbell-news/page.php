<?php
/** What the address of a page asks for, and the status and head that go with it. */

defined( 'ABSPATH' ) || exit;

/** The entry in this page's address; null without one. */
function schoolbell_requested_id() {
	return schoolbell_from_address( 'school_news', 500 );
}

/** The place in the list after which this page begins; null on the first page. */
function schoolbell_requested_place() {
	return schoolbell_from_address( 'school_news_after', 2000 );
}

function schoolbell_from_address( $name, $longest ) {
	// phpcs:ignore WordPress.Security -- only sent to the agent, and always escaped.
	$value = isset( $_GET[ $name ] ) ? wp_unslash( $_GET[ $name ] ) : null;
	return is_string( $value ) && '' !== $value && strlen( $value ) <= $longest ? $value : null;
}

/** What a block or shortcode shows: the answer, with its language and its view (list, older or entry). */
function schoolbell_answer( $attributes ) {
	$asked  = schoolbell_attributes( $attributes, array( 'limit' => '5' ), 'schoolbell_news' );
	$stream = array(
		'site' => $asked['site'],
		'lang' => $asked['lang'],
	);
	$limit  = array( 'limit' => max( 1, min( 100, (int) $asked['limit'] ) ) );
	$id     = schoolbell_requested_id();
	$place  = schoolbell_requested_place();
	if ( null !== $id ) {
		$answer = array( 'view' => 'entry' ) + schoolbell_ask( $stream, array( 'newsId' => $id ) );
	} elseif ( null !== $place ) {
		$answer = array( 'view' => 'older' ) + schoolbell_ask( $stream, $limit + array( 'cursor' => $place ) );
	} else {
		$answer = array( 'view' => 'list' ) + schoolbell_ask( $stream, $limit );
	}
	return array( 'lang' => $asked['lang'] ) + $answer;
}

/** The answers for all shortcodes and blocks in the page's own content. */
function schoolbell_page() {
	static $answers = null;
	if ( null !== $answers || ! did_action( 'wp' ) ) {
		return $answers ?? array();
	}
	$answers = array();
	$post    = is_singular() ? get_queried_object() : null;
	if ( ! $post instanceof WP_Post || post_password_required( $post ) ) {
		return $answers;
	}
	preg_match_all( '/' . get_shortcode_regex( array( 'schoolbell_news' ) ) . '/', $post->post_content, $found, PREG_SET_ORDER );
	foreach ( $found as $shortcode ) {
		// Two brackets show the shortcode as text.
		if ( '[' !== $shortcode[1] ) {
			$answers[] = schoolbell_answer( shortcode_parse_atts( $shortcode[3] ) );
		}
	}
	foreach ( schoolbell_news_blocks( has_block( 'schoolbell/news', $post ) ? parse_blocks( $post->post_content ) : array() ) as $attributes ) {
		$answers[] = schoolbell_answer( $attributes );
	}
	return $answers;
}

function schoolbell_has( $state ) {
	return in_array( $state, wp_list_pluck( schoolbell_page(), 'state' ), true );
}

/** The entry that this page shows; null on other pages. */
function schoolbell_shown_entry() {
	foreach ( schoolbell_page() as $answer ) {
		if ( 'entry' === $answer['view'] && 'found' === $answer['state'] ) {
			return $answer['items'][0];
		}
	}
	return null;
}

/** 410 for a withdrawn entry, 404 with the theme's own page for what does not exist, 503 for what cannot be shown now. */
function schoolbell_status() {
	$answers = schoolbell_page();
	if ( ! $answers || schoolbell_has( 'found' ) ) {
		return;
	}
	nocache_headers();
	if ( schoolbell_has( 'unavailable' ) ) {
		defined( 'DONOTCACHEPAGE' ) || define( 'DONOTCACHEPAGE', true );
		// The front page is more than its news.
		if ( ! is_front_page() || 'list' !== $answers[0]['view'] ) {
			status_header( 503 );
			header( 'Retry-After: ' . SCHOOLBELL_RETRY );
		}
		return;
	}
	if ( schoolbell_has( 'withdrawn' ) ) {
		status_header( 410 );
		return;
	}
	$GLOBALS['wp_query']->set_404();
	status_header( 404 );
}

function schoolbell_title( $parts ) {
	$entry = schoolbell_shown_entry();
	if ( $entry ) {
		// WordPress escapes the whole title.
		return array(
			'title' => $entry['title'],
			'site'  => get_bloginfo( 'name', 'display' ),
		);
	}
	$answers = schoolbell_page();
	if ( $answers && 'older' === $answers[0]['view'] && schoolbell_has( 'found' ) ) {
		$parts['page'] = SCHOOLBELL_TEXTS[ $answers[0]['lang'] ]['older'];
	}
	return $parts;
}

/** For search engines, and for messengers that show a link with a picture. */
function schoolbell_meta() {
	$entry = schoolbell_shown_entry();
	if ( ! $entry ) {
		return;
	}
	$properties = array(
		'og:type'                => 'article',
		'og:title'               => $entry['title'],
		'og:description'         => $entry['excerpt'],
		'og:url'                 => wp_get_canonical_url(),
		'og:site_name'           => get_bloginfo( 'name' ),
		'og:locale'              => str_replace( '-', '_', $entry['lang'] ),
		'og:image'               => $entry['coverUrl'],
		'article:published_time' => $entry['publishedAt'],
	);
	if ( '' !== $entry['excerpt'] ) {
		printf( "<meta name=\"description\" content=\"%s\">\n", esc_attr( $entry['excerpt'] ) );
	}
	foreach ( array_filter( $properties ) as $property => $content ) {
		printf( "<meta property=\"%s\" content=\"%s\">\n", esc_attr( $property ), esc_attr( $content ) );
	}
	printf( "<meta name=\"twitter:card\" content=\"%s\">\n", '' !== $entry['coverUrl'] ? 'summary_large_image' : 'summary' );
}

/** Search engines index each entry as its own page. */
function schoolbell_canonical_url( $url ) {
	if ( ! schoolbell_page() ) {
		return $url;
	}
	$id    = schoolbell_requested_id();
	$place = schoolbell_requested_place();
	if ( null !== $id ) {
		return add_query_arg( 'school_news', rawurlencode( $id ), $url );
	}
	return null === $place ? $url : add_query_arg( 'school_news_after', rawurlencode( $place ), $url );
}

/** Entries move from page to page of the list; search engines follow its links. */
function schoolbell_robots( $robots ) {
	if ( schoolbell_page() && null === schoolbell_requested_id() && null !== schoolbell_requested_place() ) {
		$robots['noindex'] = true;
		$robots['follow']  = true;
	}
	return $robots;
}

/** The short link and the embedded form of the page are not the entry's. */
function schoolbell_shortlink( $link ) {
	return schoolbell_shown_entry() ? '' : $link;
}

function schoolbell_oembed_links( $links ) {
	return schoolbell_shown_entry() ? '' : $links;
}
