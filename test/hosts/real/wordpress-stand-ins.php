<?php
/**
 * As much of WordPress as the plugin's shortcodes use, over real HTTP, for one visit: reads it as JSON from standard input
 * and writes the page as JSON. Transients live in a file, so that the next visit finds them. Status and head need the real
 * one: wordpress-site.ts.
 */
$visit = json_decode( stream_get_contents( STDIN ), true );

const ABSPATH        = '/';
const DAY_IN_SECONDS = 86400;
const MB_IN_BYTES    = 1048576;

$hooks      = array();
$sanitised  = array();
$transients = is_file( $visit['transients'] ) ? json_decode( file_get_contents( $visit['transients'] ), true ) : array();
$_GET       = array_map( 'addslashes', $visit['get'] );
foreach ( $visit['constants'] as $name => $value ) {
	define( $name, $value );
}

function add_shortcode( $name, $function ) {
	$GLOBALS['hooks'][ "[$name]" ] = $function;
}
function add_action( $name, $function ) {
	$GLOBALS['hooks'][ $name ][] = $function;
}
function add_filter() {}
function remove_filter() {}
function shortcode_atts( $defaults, $given ) {
	// A shortcode without attributes hands over an empty text.
	return array_merge( $defaults, array_intersect_key( (array) $given, $defaults ) );
}
function get_bloginfo( $what ) {
	return 'language' === $what ? $GLOBALS['visit']['language'] : '';
}
function did_action() {
	return 1;
}
function is_admin() {
	return false;
}
function get_option() {
	return false;
}
function is_singular() {
	return false;
}
function wp_list_pluck( $items, $name ) {
	return array_column( $items, $name );
}
function wp_enqueue_style() {}
function is_front_page() {
	return true;
}
function get_permalink() {
	return 'https://school.example/news/';
}
function add_query_arg( $name, $value, $url ) {
	return $url . ( strpos( $url, '?' ) === false ? '?' : '&' ) . "$name=$value";
}
function esc_html( $text ) {
	return htmlspecialchars( $text, ENT_QUOTES );
}
function esc_attr( $text ) {
	return htmlspecialchars( $text, ENT_QUOTES );
}
function esc_url( $url ) {
	return preg_match( '#^(https?:|/)#', $url ) ? htmlspecialchars( $url, ENT_QUOTES ) : '';
}
function wp_kses( $html ) {
	$GLOBALS['sanitised'][] = $html;
	return $html;
}
function force_balance_tags( $html ) {
	return $html;
}
function wp_strip_all_tags( $html ) {
	return strip_tags( $html );
}
function wp_check_invalid_utf8( $text ) {
	return $text;
}
function wp_json_encode( $value ) {
	return json_encode( $value );
}
function wp_unslash( $value ) {
	return is_string( $value ) ? stripslashes( $value ) : $value;
}
function wp_basename( $path ) {
	return basename( $path );
}
function wp_parse_url( $url, $part ) {
	return parse_url( $url, $part );
}
function size_format( $bytes ) {
	return "$bytes B";
}
function get_transient( $key ) {
	$kept = $GLOBALS['transients'][ $key ] ?? null;
	return $kept && $kept['until'] > time() ? $kept['value'] : false;
}
function set_transient( $key, $value, $seconds ) {
	$GLOBALS['transients'][ $key ] = array(
		'value' => $value,
		'until' => time() + $seconds,
	);
}
function delete_transient( $key ) {
	unset( $GLOBALS['transients'][ $key ] );
}
function wp_remote_get( $url, $arguments ) {
	$http = array(
		'timeout'         => $arguments['timeout'],
		'follow_location' => 0,
		'ignore_errors'   => true,
		'header'          => 'Accept: ' . $arguments['headers']['Accept'],
	);
	$body = @file_get_contents( $url, false, stream_context_create( array( 'http' => $http ) ) );
	if ( false === $body ) {
		return new WP_Error();
	}
	return array(
		'status' => (int) explode( ' ', $http_response_header[0] )[1],
		'body'   => $body,
	);
}
function wp_remote_retrieve_response_code( $answer ) {
	return is_array( $answer ) ? $answer['status'] : '';
}
function wp_remote_retrieve_body( $answer ) {
	return is_array( $answer ) ? $answer['body'] : '';
}
class WP_Error {}

set_error_handler(
	function ( $level, $message, $file, $line ) {
		if ( error_reporting() & $level ) {
			throw new ErrorException( $message, 0, $level, $file, $line );
		}
	}
);
require $visit['plugin'];

$page = array();
foreach ( $visit['shortcodes'] as $shortcode ) {
	$page[] = $hooks[ "[{$shortcode['name']}]" ]( $shortcode['attributes'] ?? '' );
}
ob_start();
foreach ( $hooks['wp_head'] as $function ) {
	$function();
}
echo json_encode(
	array(
		'head'      => ob_get_clean(),
		'body'      => implode( "\n", $page ),
		'sanitised' => $sanitised,
	)
);
file_put_contents( $visit['transients'], json_encode( $transients ) );
