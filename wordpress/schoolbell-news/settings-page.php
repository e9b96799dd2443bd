<?php
/** Settings → Schoolbell News: the form, the check of what somebody entered, and the test of the connection. */

defined( 'ABSPATH' ) || exit;

const SCHOOLBELL_PAGE = 'schoolbell-news';

add_action( 'admin_menu', 'schoolbell_settings_menu' );
add_action( 'admin_init', 'schoolbell_register_settings' );
add_filter( 'option_page_capability_' . SCHOOLBELL_PAGE, 'schoolbell_capability' );
add_filter( 'plugin_action_links_schoolbell-news/schoolbell-news.php', 'schoolbell_settings_link' );

/** WordPress asks the address that is set. In a network, only its own administrators may point it at a machine inside. */
function schoolbell_capability() {
	return is_multisite() ? 'manage_network_options' : 'manage_options';
}

function schoolbell_settings_menu() {
	$title = __( 'Schoolbell News', 'schoolbell-news' );
	$page  = add_options_page( $title, $title, schoolbell_capability(), SCHOOLBELL_PAGE, 'schoolbell_settings_page' );
	// Refused before the page begins, so that the status says it, too.
	add_action( "load-$page", 'schoolbell_is_test_wanted' );
}

/** Ends the request if another website sent the form. */
function schoolbell_is_test_wanted() {
	return isset( $_POST['schoolbell_test'] ) && check_admin_referer( 'schoolbell_test' );
}

function schoolbell_settings_link( $links ) {
	$link = sprintf( '<a href="%s">%s</a>', esc_url( schoolbell_settings_address() ), esc_html__( 'Settings', 'schoolbell-news' ) );
	return current_user_can( schoolbell_capability() ) ? array_merge( array( $link ), $links ) : $links;
}

function schoolbell_settings_address() {
	return admin_url( 'options-general.php?page=' . SCHOOLBELL_PAGE );
}

/** Label, explanation and, where only some values exist, those. */
function schoolbell_fields() {
	return array(
		'agent'    => array(
			'label' => __( 'Address of the agent', 'schoolbell-news' ),
			'help'  => __( 'Where WordPress asks the sync agent for news, such as http://127.0.0.1:4020 on the same machine.', 'schoolbell-news' ),
		),
		'path'     => array(
			'label' => __( 'Path for visitors', 'schoolbell-news' ),
			'help'  => __( 'Where visitors reach the agent on this website, such as /school. The popup messages are loaded from there.', 'schoolbell-news' ),
		),
		'site'     => array(
			'label'   => __( 'Site', 'schoolbell-news' ),
			'help'    => __( 'For blocks and shortcodes that name none.', 'schoolbell-news' ),
			'choices' => array(
				'academy'    => __( 'Academy', 'schoolbell-news' ),
				'pre-school' => __( 'Pre-school', 'schoolbell-news' ),
			),
		),
		'lang'     => array(
			'label'   => __( 'Language', 'schoolbell-news' ),
			'help'    => __( 'For blocks and shortcodes that name none.', 'schoolbell-news' ),
			'choices' => array(
				''      => __( 'Language of the page', 'schoolbell-news' ),
				'en-US' => __( 'English', 'schoolbell-news' ),
				'zh-HK' => __( 'Traditional Chinese', 'schoolbell-news' ),
			),
		),
		'popup_on' => array(
			'label'   => __( 'Show popup messages', 'schoolbell-news' ),
			'help'    => __( 'The block and the shortcode show them on further pages.', 'schoolbell-news' ),
			'choices' => array(
				'none'  => __( 'Only on pages with the block or the shortcode', 'schoolbell-news' ),
				'front' => __( 'On the front page', 'schoolbell-news' ),
				'all'   => __( 'On all pages', 'schoolbell-news' ),
			),
		),
	);
}

function schoolbell_register_settings() {
	register_setting(
		SCHOOLBELL_PAGE,
		SCHOOLBELL_OPTION,
		array(
			'type'              => 'array',
			'sanitize_callback' => 'schoolbell_checked_settings',
		)
	);
	add_settings_section( 'main', '', '__return_null', SCHOOLBELL_PAGE );
	foreach ( schoolbell_fields() as $name => $field ) {
		add_settings_field(
			$name,
			esc_html( $field['label'] ),
			'schoolbell_print_field',
			SCHOOLBELL_PAGE,
			'main',
			array(
				'name'      => $name,
				'label_for' => "schoolbell-$name",
			) + $field
		);
	}
}

/** What is right is stored; a wrong value leaves its setting as it was. A setting fixed by a constant is not sent. */
function schoolbell_checked_settings( $given ) {
	$settings = schoolbell_stored();
	foreach ( schoolbell_fields() as $name => $field ) {
		if ( ! is_array( $given ) || ! is_string( $given[ $name ] ?? null ) ) {
			continue;
		}
		$value = sanitize_text_field( $given[ $name ] );
		$value = isset( $field['choices'] ) ? $value : untrailingslashit( $value );
		$fault = schoolbell_fault( $name, $value, $field );
		if ( '' === $fault ) {
			$settings[ $name ] = $value;
		} else {
			/* translators: 1: label of a setting, 2: what is wrong with it. */
			add_settings_error( SCHOOLBELL_OPTION, $name, esc_html( sprintf( __( '%1$s: %2$s', 'schoolbell-news' ), $field['label'], $fault ) ), 'error' );
		}
	}
	return $settings;
}

/** Empty: nothing is wrong. */
function schoolbell_fault( $name, $value, $field ) {
	if ( isset( $field['choices'] ) ) {
		return isset( $field['choices'][ $value ] ) ? '' : __( 'choose one of the list. The setting stays as it was.', 'schoolbell-news' );
	}
	if ( 'agent' === $name ) {
		return schoolbell_is_address( $value ) ? '' : __( 'enter an address that begins with http:// or https://, without a user name, password, “?” or “#”, such as http://127.0.0.1:4020. The setting stays as it was.', 'schoolbell-news' );
	}
	$is_path = 1 === preg_match( '~^(?:/[\w.-]+)*\z~', $value ) || ( 0 === stripos( $value, 'https://' ) && schoolbell_is_address( $value ) );
	return $is_path ? '' : __( 'enter a path that begins with “/”, such as /school, or an address that begins with https://. The setting stays as it was.', 'schoolbell-news' );
}

/** Passwords do not belong into addresses: these appear in logs and in errors. */
function schoolbell_is_address( $value ) {
	$parts = wp_parse_url( $value );
	return is_array( $parts ) && 1 === preg_match( '~^https?://[^\s/]~i', $value ) && ! empty( $parts['host'] )
		&& ! array_intersect_key( $parts, array_flip( array( 'user', 'pass', 'query', 'fragment' ) ) )
		&& esc_url_raw( $value, array( 'http', 'https' ) ) === $value;
}

function schoolbell_print_field( $field ) {
	$name       = $field['name'];
	$id         = "schoolbell-$name";
	$value      = schoolbell_setting( $name );
	$fixed      = schoolbell_is_fixed( $name );
	$attributes = array(
		'id'               => $id,
		'name'             => SCHOOLBELL_OPTION . "[$name]",
		'aria-describedby' => "$id-help",
	);
	if ( isset( $field['choices'] ) ) {
		echo '<select', schoolbell_html_attributes( $attributes ), disabled( $fixed, true, false ), '>'; // phpcs:ignore WordPress.Security.EscapeOutput -- escaped in schoolbell_html_attributes.
		foreach ( $field['choices'] as $choice => $label ) {
			printf( '<option value="%s"%s>%s</option>', esc_attr( $choice ), selected( $choice, $value, false ), esc_html( $label ) );
		}
		echo '</select>';
	} else {
		$attributes += array(
			'type'       => 'text',
			'inputmode'  => 'url',
			'class'      => 'regular-text code',
			'spellcheck' => 'false',
			'value'      => $value,
		);
		echo '<input', schoolbell_html_attributes( $attributes ), disabled( $fixed, true, false ), '>'; // phpcs:ignore WordPress.Security.EscapeOutput -- escaped in schoolbell_html_attributes.
	}
	printf( '<p class="description" id="%s">%s', esc_attr( "$id-help" ), esc_html( $field['help'] ) );
	if ( $fixed ) {
		/* translators: %s: name of a PHP constant. */
		printf( '<br><strong>%s</strong>', esc_html( sprintf( __( 'Set by %s in wp-config.php. Remove that line to change it here.', 'schoolbell-news' ), schoolbell_constant( $name ) ) ) );
	}
	echo '</p>';
}

function schoolbell_html_attributes( $attributes ) {
	$html = '';
	foreach ( $attributes as $name => $value ) {
		$html .= sprintf( ' %s="%s"', esc_attr( $name ), esc_attr( $value ) );
	}
	return $html;
}

function schoolbell_settings_page() {
	if ( ! current_user_can( schoolbell_capability() ) ) {
		return;
	}
	?>
	<div class="wrap">
		<h1><?php echo esc_html( get_admin_page_title() ); ?></h1>
		<form action="options.php" method="post">
			<?php
			settings_fields( SCHOOLBELL_PAGE );
			do_settings_sections( SCHOOLBELL_PAGE );
			submit_button();
			?>
		</form>
		<h2 id="schoolbell-test"><?php esc_html_e( 'Connection', 'schoolbell-news' ); ?></h2>
		<p><?php esc_html_e( 'Asks the agent for news and opens the script of the popup messages, with the settings as saved.', 'schoolbell-news' ); ?></p>
		<form action="<?php echo esc_url( schoolbell_settings_address() . '#schoolbell-test' ); ?>" method="post">
			<?php
			wp_nonce_field( 'schoolbell_test' );
			submit_button( __( 'Test the connection', 'schoolbell-news' ), 'secondary', 'schoolbell_test', false );
			?>
		</form>
		<div role="status">
			<?php
			if ( schoolbell_is_test_wanted() ) {
				foreach ( array( schoolbell_test_agent(), schoolbell_test_popup() ) as $result ) {
					$kind = $result['is_good'] ? 'notice-success' : 'notice-error';
					printf( '<div class="notice inline %s"><p>%s</p></div>', esc_attr( $kind ), esc_html( $result['sentence'] ) );
				}
			}
			?>
		</div>
	</div>
	<?php
}
