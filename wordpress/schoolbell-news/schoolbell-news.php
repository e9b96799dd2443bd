<?php
/**
 * Plugin Name:       Schoolbell News
 * Description:       The school's news and its popup messages from a schoolbell sync agent, as blocks and as shortcodes.
 * Version:           0.1.0
 * Requires at least: 5.9
 * Requires PHP:      7.4
 * License:           MIT
 * License URI:       https://opensource.org/license/mit
 * Text Domain:       schoolbell-news
 * Domain Path:       /languages
 */

defined( 'ABSPATH' ) || exit;

require __DIR__ . '/settings.php';
require __DIR__ . '/texts.php';
require __DIR__ . '/policy.php';
require __DIR__ . '/entry.php';
require __DIR__ . '/agent.php';
require __DIR__ . '/page.php';
require __DIR__ . '/views.php';
require __DIR__ . '/blocks.php';
if ( is_admin() ) {
	require __DIR__ . '/connection.php';
	require __DIR__ . '/settings-page.php';
}

add_action( 'init', 'schoolbell_set_up' );
add_shortcode( 'schoolbell_news', 'schoolbell_news' );
add_shortcode( 'schoolbell_popup', 'schoolbell_popup' );
add_action( 'wp_enqueue_scripts', 'schoolbell_style' );
add_action( 'wp_head', 'schoolbell_popup_in_head', 1 );

// After redirect_canonical, which looks for another page when it finds a 404.
add_action( 'template_redirect', 'schoolbell_status', 20 );
add_action( 'wp_head', 'schoolbell_meta', 1 );
add_filter( 'document_title_parts', 'schoolbell_title' );
add_filter( 'get_canonical_url', 'schoolbell_canonical_url' );
add_filter( 'wp_robots', 'schoolbell_robots' );
add_filter( 'pre_get_shortlink', 'schoolbell_shortlink' );
add_filter( 'oembed_discovery_links', 'schoolbell_oembed_links' );

function schoolbell_set_up() {
	load_plugin_textdomain( 'schoolbell-news', false, dirname( plugin_basename( __FILE__ ) ) . '/languages' );
	$file = 'schoolbell-news.css';
	wp_register_style( 'schoolbell-news', plugins_url( $file, __FILE__ ), array(), filemtime( __DIR__ . "/$file" ) );
	// After the translations, which the titles in block.json need.
	schoolbell_register_blocks();
}

/** [schoolbell_news site="academy" lang="zh-HK" limit="5"]: the list, or the entry in the page's address. */
function schoolbell_news( $attributes ) {
	$answer = schoolbell_answer( $attributes );
	// A page with several lists shows the entry of the list that has it.
	$is_gone = in_array( $answer['state'], array( 'missing', 'withdrawn' ), true );
	if ( ( $is_gone && schoolbell_has( 'found' ) ) || ( 'missing' === $answer['state'] && schoolbell_has( 'withdrawn' ) ) ) {
		return '';
	}
	schoolbell_style( true );
	$texts = SCHOOLBELL_TEXTS[ $answer['lang'] ];
	if ( 'found' !== $answer['state'] ) {
		$html = schoolbell_sentence( $answer, $texts );
	} elseif ( 'entry' === $answer['view'] ) {
		$html = schoolbell_entry( $answer['items'][0], $texts );
	} else {
		$html = schoolbell_list( $answer, $texts );
	}
	return sprintf( '<div class="schoolbell-news" lang="%s">%s</div>', esc_attr( $answer['lang'] ), $html );
}

/** [schoolbell_popup site="academy" lang="zh-HK"]: the tag that shows messages on this page. */
function schoolbell_popup( $attributes ) {
	$asked = schoolbell_attributes( $attributes, array(), 'schoolbell_popup' );
	return sprintf(
		'<script async fetchpriority="high" src="%s" data-lang="%s"></script>',
		esc_url( schoolbell_popup_url( $asked['site'] ) ),
		esc_attr( $asked['lang'] )
	);
}

function schoolbell_popup_url( $site ) {
	return schoolbell_setting( 'path' ) . '/widget/popup.js?site=' . rawurlencode( $site );
}

function schoolbell_popup_in_head() {
	$pages = schoolbell_setting( 'popup_on' );
	if ( 'all' === $pages || ( 'front' === $pages && is_front_page() ) ) {
		echo schoolbell_popup( array() ), "\n"; // phpcs:ignore WordPress.Security.EscapeOutput -- escaped above.
	}
}

/** In the head of pages with news; a shortcode in another place, such as a widget, adds it to the end of the page. */
function schoolbell_style( $is_needed = false ) {
	if ( $is_needed || schoolbell_page() ) {
		wp_enqueue_style( 'schoolbell-news' );
	}
}

/** Site and language of a block or shortcode; what it leaves out or leaves empty is the settings'. */
function schoolbell_attributes( $attributes, $defaults, $shortcode ) {
	$asked = shortcode_atts(
		$defaults + array(
			'site' => '',
			'lang' => '',
		),
		$attributes,
		$shortcode
	);
	foreach ( array( 'site', 'lang' ) as $name ) {
		$asked[ $name ] = '' === trim( $asked[ $name ] ) ? schoolbell_setting( $name ) : trim( $asked[ $name ] );
	}
	$lang          = '' === $asked['lang'] ? schoolbell_page_language() : $asked['lang'];
	$asked['lang'] = 0 === stripos( $lang, 'zh' ) ? 'zh-HK' : 'en-US';
	return $asked;
}

/** The editor's preview and the settings page are in the language of who works there; the page is in the website's. */
function schoolbell_page_language() {
	return is_admin() || defined( 'REST_REQUEST' ) ? get_locale() : get_bloginfo( 'language' );
}
